// Going on with a run that was left: a chunk of its own, loaded at idle, or at once where something was left.

import { loadOutbox } from "../flow/loadOutbox";
import type { Notices } from "../flow/notices";
import { request } from "../http/request";
import { type StoredRun, storedRun, storeRun } from "../storage/storedRuns";
import keptStyles from "../styles/lazy/kept.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { isGoingOn } from "./goingOn";
import { ResumeChoice } from "./ResumeChoice";

export { markGoingOn } from "./goingOn";
export { createRunRecorder } from "./recordRun";
export { replayRun } from "./replayRun";

adoptStyles(keptStyles);

export interface OfferOptions {
  apiBase: string;
  nodeId: string;
  /** That of the page. */
  flow: { id: string; revision: number };
  signature: string | undefined;
  notices: Notices;
  /** Goes on with a run. `flowText` is its revision of the flow, where that is not the page's. */
  goOn(run: StoredRun, flowText: string | undefined): Promise<void>;
}

/** Offers to go on with the run that was left, if there is one. Returns the function that withdraws the offer. */
export async function offerRun(options: OfferOptions): Promise<(() => void) | undefined> {
  const { nodeId, flow, signature, notices } = options;
  const left = storedRun(nodeId, flow.id, signature, Date.now());
  if (!left) return undefined;
  const forget = () => storeRun(nodeId, flow.id, undefined, Date.now());
  const [isElsewhere, isOver] = await Promise.all([isGoingOn(left.id), isComplete(left.id)]);
  if (isOver) forget();
  if (isElsewhere || isOver) return undefined;

  const Content = () => (
    <ResumeChoice
      onGoOn={() => {
        hide();
        goOn(options, left).catch(console.error);
      }}
      onStartOver={() => {
        hide();
        forget();
      }}
    />
  );
  Content.displayName = "ResumeChoice";
  let remove: (() => void) | undefined = notices.show({ place: "above", Content });
  const hide = () => {
    remove?.();
    remove = undefined;
  };
  return hide;
}

/**
 * Returns whether a run was answered to the end. A browser that was ended may have forgotten that it has forgotten the run:
 * it writes local storage some seconds later, but what the outbox stores at once.
 */
async function isComplete(runId: string): Promise<boolean> {
  try {
    const { outboxTools } = await loadOutbox();
    return await outboxTools.isComplete(runId);
  } catch {
    // Where nothing can be asked, nothing was stored there either.
    return false;
  }
}

async function goOn({ apiBase, flow, goOn }: OfferOptions, left: StoredRun): Promise<void> {
  if (left.revision === flow.revision) return goOn(left, undefined);
  // Revisions never change, so the one that was begun is still there.
  const query = new URLSearchParams({ revision: String(left.revision) });
  const { body } = await request(`${apiBase}/v1/flows/${encodeURIComponent(flow.id)}?${query}`);
  return goOn(left, JSON.stringify(body));
}
