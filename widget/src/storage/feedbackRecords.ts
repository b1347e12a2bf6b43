import { writeCache } from "./cache";
import { markLinkAnswered } from "./linkChannels";
import { readJson, updateRecord, writeJson } from "./localStore";
import { WIDGET_RECORDS, type WidgetRecord } from "./widgetRecord";

const INCOMPLETE = "FLOW/incomplete";

/** A partial save that the server holds and that can be continued (specification, section 3.5). */
export interface StoredFeedback {
  feedbackId: string;
  nodeId: string;
  flowId: string;
}

/** The id of the partial save of this node and flow. */
export function storedFeedbackId(nodeId: string, flowId: string): string | undefined {
  return allStored().find((record) => isFor(record, nodeId, flowId))?.feedbackId;
}

/** Keeps a partial save; it replaces an earlier one of the same node and flow. */
export function storeFeedback(record: StoredFeedback): void {
  const others = allStored().filter((other) => !isFor(other, record.nodeId, record.flowId));
  writeJson(INCOMPLETE, [...others, record]);
}

export function removeFeedback(feedbackId: string): void {
  writeJson(
    INCOMPLETE,
    allStored().filter((record) => record.feedbackId !== feedbackId),
  );
}

/** Keeps the id of a complete feedback and, where the node takes one per visitor, the time. */
export function recordSubmitted(nodeId: string, feedbackId: string, keepTime: boolean, now: number): void {
  writeCache(`submitted/${nodeId}`, feedbackId);
  if (!keepTime) return;
  updateRecord<WidgetRecord>(WIDGET_RECORDS, nodeId, (before) => ({ ...before, lastFeedbackDate: now }));
  markLinkAnswered(nodeId, now);
}

function allStored(): StoredFeedback[] {
  const all = readJson(INCOMPLETE);
  return Array.isArray(all) ? all.filter((record) => typeof record?.feedbackId === "string") : [];
}

function isFor(record: StoredFeedback, nodeId: string, flowId: string): boolean {
  return record.nodeId === nodeId && record.flowId === flowId;
}
