import { useState } from "react";
import { useResumeText } from "./texts/catalog";

interface Props {
  /** Resolves when the run is there, or cannot be gone on with now; `elsewhere`: because it goes on in another tab. */
  onGoOn(): Promise<"elsewhere" | undefined>;
  onStartOver(): void;
}

/** Lets the visitor go on with a run that was left, or start over. Whoever just answers has started over. */
export function ResumeChoice({ onGoOn, onStartOver }: Props) {
  const text = useResumeText();
  const [isBusy, setBusy] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const goOn = async () => {
    if (isBusy) return;
    setBusy(true);
    setElsewhere((await onGoOn()) === "elsewhere");
    setBusy(false);
  };
  return (
    <div className="kept kept--choice">
      <p role="status">{text(isElsewhere ? "elsewhere" : "begun")}</p>
      <p className="kept__acts">
        <button type="button" className="button" aria-busy={isBusy} onClick={() => void goOn()}>
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

/** Says which files of a run that is gone on with nobody has any more. */
export function LostFiles({ names }: { names: readonly string[] }) {
  const text = useResumeText();
  return (
    <div className="kept">
      <p role="status">{text("files_lost", { names: names.join(", ") })}</p>
    </div>
  );
}
