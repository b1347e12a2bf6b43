import { useState, useSyncExternalStore } from "react";
import type { FlowRun } from "../flow/flowRun";
import { useOutboxText } from "../outbox/texts/catalog";
import type { Queue } from "./queue";

interface Props {
  run: Pick<FlowRun, "view" | "subscribe">;
  queue: Pick<Queue, "kept" | "subscribe">;
}

/** Says at the end that this visitor's feedback could not be sent yet. */
export function SavedNotice({ run, queue }: Props) {
  const text = useOutboxText();
  // What waited before the visit is another visitor's.
  const [others] = useState(queue.kept);
  const kept = useSyncExternalStore(queue.subscribe, queue.kept);
  const { style } = useSyncExternalStore(run.subscribe, run.view);
  const isShown = style === "thank_you" && kept.some((id) => !others.includes(id));
  return (
    <div className={isShown ? "kept" : ""} role="status">
      {isShown && <p>{text("saved")}</p>}
    </div>
  );
}
