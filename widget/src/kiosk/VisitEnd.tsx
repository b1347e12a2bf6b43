import { useEffect, useState } from "react";
import { useStore } from "../basics/useStore";
import type { FlowRun } from "../run/flowRun";
import { useKioskText } from "./texts/catalog";

export interface EndProps {
  run: Pick<FlowRun, "view" | "subscribe">;
  /** How long the end is shown. */
  thankYouMs: number;
  /** Called when the visitor leaves before. */
  onDone(): void;
}

/** The way out at the end of a flow, and how long it takes by itself. */
export function VisitEnd({ run, ...end }: EndProps) {
  const { style } = useStore(run.subscribe, run.view);
  return style === "thank_you" && <Countdown {...end} />;
}

function Countdown({ thankYouMs, onDone }: Omit<EndProps, "run">) {
  const text = useKioskText();
  const left = useSecondsLeft(thankYouMs);
  return (
    <div className="kiosk__end">
      <button type="button" className="button" onClick={onDone}>
        <span className="button__label">{text("done")}</span>
      </button>
      {/* A text only: a screen reader would say nothing else. */}
      <p className="small-print">{text("starts_over", { count: left })}</p>
    </div>
  );
}

/** Returns how many seconds are left, updated every second. */
function useSecondsLeft(ms: number): number {
  const [end] = useState(() => performance.now() + ms);
  const [left, setLeft] = useState(Math.ceil(ms / 1_000));
  useEffect(() => {
    const update = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}
