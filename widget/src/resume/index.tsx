// Going on with a run that was left: a chunk of its own, loaded at idle.
import type { FlowEvent, Update } from "../engine/types";
import type { Notices } from "../flow/notices";
import { request } from "../http/request";
import { type StoredRun, storedRun, storeRun } from "../storage/storedRuns";
import keptStyles from "../styles/lazy/kept.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { isGoingOn, markGoingOn } from "./goingOn";
import { ResumeChoice } from "./ResumeChoice";
import { createRunRecorder, type RunRecorder } from "./recordRun";

export { replayRun } from "./replayRun";

adoptStyles(keptStyles);

export interface ResumeOptions {
  apiBase: string;
  nodeId: string;
  flowId: string;
  notices: Notices;
  /** The run that goes on here, as it is at its beginning. */
  run: StoredRun;
  /** Whether that run is one that was left before: then nothing else is offered. */
  isResumed: boolean;
  /** Goes on with a run. `flowText` is its revision of the flow, where that is not the page's. */
  goOn(run: StoredRun, flowText: string | undefined): Promise<void>;
}

/** Records the run, and offers to go on with the one that was left before. */
export async function startResume(options: ResumeOptions): Promise<RunRecorder> {
  const { nodeId, flowId, notices, run, isResumed } = options;
  const recorder = createRunRecorder(nodeId, flowId, run);
  const left = isResumed ? undefined : storedRun(nodeId, flowId, run.signature, Date.now());
  // It goes on in another tab.
  const isOffered = left !== undefined && !(await isGoingOn(left.id));
  markGoingOn(run.id);
  if (!isOffered) return recorder;

  const Content = () => (
    <ResumeChoice
      onGoOn={() => {
        hide();
        goOn(options, left).catch(console.error);
      }}
      onStartOver={() => {
        hide();
        storeRun(nodeId, flowId, undefined, Date.now());
      }}
    />
  );
  Content.displayName = "ResumeChoice";
  const hide = notices.show({ place: "above", Content });
  return {
    note(event: FlowEvent, update: Update) {
      if (event.type === "answered") hide();
      recorder.note(event, update);
    },
  };
}

async function goOn({ apiBase, flowId, run, goOn }: ResumeOptions, left: StoredRun): Promise<void> {
  if (left.revision === run.revision) return goOn(left, undefined);
  // Revisions never change, so the one that was begun is still there.
  const query = new URLSearchParams({ revision: String(left.revision) });
  const { body } = await request(`${apiBase}/v1/flows/${encodeURIComponent(flowId)}?${query}`);
  return goOn(left, JSON.stringify(body));
}
