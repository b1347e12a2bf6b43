// The entry of a chunk of its own: no first question waits for it.
import { FEEDBACK } from "./feedbackKind";
import { openOutbox } from "./openOutbox";
import { isAnswered } from "./record";
import { createIndexedStore } from "./store/indexedStore";
import { sealFromNowOn } from "./store/sealedRow";
import { summarize } from "./summary";
import { watchOccasions } from "./triggers";

export { createFeedbackSender } from "./feedbackSender";

/** Returns whether a run was answered to the end, whatever has become of its feedback since. */
async function isComplete(runId: string): Promise<boolean> {
  const record = await createIndexedStore(FEEDBACK).read(runId);
  return record !== undefined && isAnswered(record);
}

/** What others use of it. One object: for several names the bundler would add a file to every page. */
export const outboxTools = { isComplete, openOutbox, sealFromNowOn, summarize, watchOccasions };
