import { useEffect, useState } from "react";
import type { View } from "../engine/types";
import type { Place } from "../run/place";
import { useResumeText } from "./texts/catalog";

/** Resolves when the run is there, or cannot be continued now; `elsewhere`: because it continues in another tab. */
type Taken = Promise<"elsewhere" | undefined>;

interface Props {
  /** The first try, which the page has begun by itself. */
  taken: Taken;
  onGoOn(): Taken;
  onStartOver(): void;
}

/** Lets the visitor continue with a run that was left, or start over. A visitor who answers has started over. */
export function ResumeChoice({ taken, onGoOn, onStartOver }: Props) {
  const text = useResumeText();
  const [trying, setTrying] = useState<Taken | undefined>(taken);
  const [isElsewhere, setElsewhere] = useState(false);
  const isBusy = trying !== undefined;
  useEffect(() => {
    void trying?.then((outcome) => {
      setElsewhere(outcome === "elsewhere");
      setTrying(undefined);
    });
  }, [trying]);
  return (
    <div className="kept kept--choice">
      <p role="status">{text(isElsewhere ? "elsewhere" : "begun")}</p>
      <p className="kept__acts">
        <button
          type="button"
          className="button"
          aria-busy={isBusy}
          onClick={() => isBusy || setTrying(onGoOn())}
        >
          <span className="button__label">{text("go_on")}</span>
          <span className="button__spinner" aria-hidden="true" />
        </button>
        <button type="button" className="button button--secondary" onClick={onStartOver}>
          <span className="button__label">{text("start_over")}</span>
        </button>
      </p>
    </div>
  );
}

interface WelcomeProps {
  place: Place | undefined;
  progress: View["progress"];
  onStartOver(): void;
}

/** Says where a run continues that was left. */
export function WelcomeBack({ place, progress, onStartOver }: WelcomeProps) {
  const text = useResumeText();
  const words = place
    ? text("at_question", { ...place })
    : progress
      ? text("at_page", { page: progress.page, count: progress.pages })
      : text("at_place");
  return (
    <div className="welcome">
      <p role="status">{words}</p>
      <button type="button" className="text-button" onClick={onStartOver}>
        {text("start_over")}
      </button>
    </div>
  );
}

/** Says which files of a run that was left nobody has any more. */
export function LostFiles({ names }: { names: readonly string[] }) {
  const text = useResumeText();
  return (
    <div className="kept">
      <p role="status">{text("files_lost", { names: names.join(", ") })}</p>
    </div>
  );
}
