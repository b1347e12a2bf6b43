import { writeCache } from "./cache";
import { recordLinkAnswered } from "./linkChannels";
import { readJson, writeJson } from "./localStore";
import { updateNodeHistory } from "./nodeHistory";
import { FORGOTTEN, NOBODY, type Owner, presentOwner } from "./owner";

const INCOMPLETE = "FLOW/incomplete";

/** A partial save on the server that this browser may continue (docs/api.md#partial-saves). */
export interface StoredFeedback {
  feedbackId: string;
  nodeId: string;
  flowId: string;
  /** Whose it is; absent: nobody has said who they are. */
  person?: string;
}

/** Returns the id of the present person's partial save of this node and flow. */
export function storedFeedbackId(nodeId: string, flowId: string): string | undefined {
  const { person } = presentOwner();
  return readAll().find((record) => isSame(record, { nodeId, flowId, person }))?.feedbackId;
}

/** Stores a partial save; it replaces an earlier one of the same person, node and flow. */
export function storeFeedback(record: StoredFeedback, { person }: Owner = presentOwner()): void {
  if (person === FORGOTTEN) return;
  const stored = person ? { ...record, person } : record;
  const others = readAll().filter((other) => !isSame(other, stored));
  writeJson(INCOMPLETE, [...others, stored]);
}

/** Gives the partial saves of a node that nobody has made to a person. */
export function claimFeedback(nodeId: string, { person }: Owner): void {
  const all = readAll();
  const claimed = all.filter((record) => record.nodeId === nodeId && !record.person);
  for (const record of claimed) {
    removeFeedback(record.feedbackId);
    storeFeedback(record, { person });
  }
}

export function removeFeedback(feedbackId: string): void {
  writeJson(
    INCOMPLETE,
    readAll().filter((record) => record.feedbackId !== feedbackId),
  );
}

/**
 * Records a complete feedback.
 *
 * @param feedbackId absent while the feedback waits for the network.
 * @param keepTime whether to store the time: the node takes one feedback per visitor.
 */
export function recordSubmitted(
  nodeId: string,
  feedbackId: string | undefined,
  keepTime: boolean,
  now: number,
): void {
  if (feedbackId !== undefined) writeCache(`submitted/${nodeId}`, feedbackId);
  if (!keepTime) return;
  recordGiven(nodeId, now);
  recordLinkAnswered(nodeId, now);
}

function readAll(): StoredFeedback[] {
  const all = readJson(INCOMPLETE);
  return Array.isArray(all) ? all.filter((record) => typeof record?.feedbackId === "string") : [];
}

function isSame(one: StoredFeedback, other: Omit<StoredFeedback, "feedbackId">): boolean {
  const isOne = (one.person ?? "") === (other.person ?? "");
  return isOne && one.nodeId === other.nodeId && one.flowId === other.flowId;
}

/** Records when the visitor gave the one feedback that the node takes, in milliseconds since 1970. */
export function recordGiven(nodeId: string, at: number): void {
  // The server counts by browser, no matter who uses it (docs/api.md#multiple-feedback).
  updateNodeHistory(nodeId, (before) => ({ ...before, lastFeedbackDate: at }), NOBODY);
}
