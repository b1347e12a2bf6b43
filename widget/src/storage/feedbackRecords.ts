import { writeCache } from "./cache";
import { recordLinkAnswered } from "./linkChannels";
import { readJson, writeJson } from "./localStore";
import { updateNodeHistory } from "./nodeHistory";

const INCOMPLETE = "FLOW/incomplete";

/** A partial save on the server that this browser may continue (docs/api.md#partial-saves). */
export interface StoredFeedback {
  feedbackId: string;
  nodeId: string;
  flowId: string;
}

/** Returns the id of the partial save of this node and flow. */
export function storedFeedbackId(nodeId: string, flowId: string): string | undefined {
  return readAll().find((record) => isFor(record, nodeId, flowId))?.feedbackId;
}

/** Stores a partial save; it replaces an earlier one of the same node and flow. */
export function storeFeedback(record: StoredFeedback): void {
  const others = readAll().filter((other) => !isFor(other, record.nodeId, record.flowId));
  writeJson(INCOMPLETE, [...others, record]);
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

function isFor(record: StoredFeedback, nodeId: string, flowId: string): boolean {
  return record.nodeId === nodeId && record.flowId === flowId;
}

/** Records when the visitor gave the one feedback that the node takes, in milliseconds since 1970. */
export function recordGiven(nodeId: string, at: number): void {
  updateNodeHistory(nodeId, (before) => ({ ...before, lastFeedbackDate: at }));
}
