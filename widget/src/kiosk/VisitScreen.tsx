import { useState } from "react";
import type { Boot } from "../boot";
import { ErrorBoundary } from "../errors/ErrorBoundary";
import { FlowScreen } from "../flow/FlowScreen";
import { createNotices } from "../flow/notices";
import type { Queue } from "./queue";
import { SavedNotice } from "./SavedNotice";
import type { KioskVisit } from "./visit";

interface Props {
  boot: Boot;
  visit: KioskVisit;
  queue: Queue;
}

/** A visitor's run. What fails in it is gone with the visit. */
export function VisitScreen({ boot, visit: { flow, run }, queue }: Props) {
  // Not those of the run: they tell of other visitors' feedback.
  const [notices] = useState(() => {
    const own = createNotices();
    const Content = () => <SavedNotice run={run} queue={queue} />;
    Content.displayName = "SavedNotice";
    own.show({ place: "below", Content });
    return own;
  });
  return (
    <ErrorBoundary report={run.report}>
      <FlowScreen boot={boot} run={run} idleTimer={flow.idleTimer} uploads={flow.uploads} notices={notices} />
    </ErrorBoundary>
  );
}
