import type { ChatRecord } from "./chatRecord";
import { readRecord, updateRecord, writeJson } from "./localStore";
import { FORGOTTEN, NOBODY, type Owner, ownName, presentOwner } from "./owner";
import { isWithinPeriod } from "./period";

export const NODE_HISTORIES = "FLOW/widget";

/**
 * What this browser has done with a node, on Pulsen's origin (docs/constants.md#storage-names). There is one for each person; what
 * counts for the browser, no matter who uses it, is in nobody's.
 */
export interface NodeHistory {
  /** When a complete feedback was given, in milliseconds since 1970. Kept where the node takes one per visitor. */
  lastFeedbackDate?: number;
  /** The id that the server gave the visitor, and whether the host page said something about the visitor. */
  customer?: { id: string; isIdentified: boolean };
  /** The visitor's chats with this node, the newest last. */
  chats?: ChatRecord[];
  /** The feedback id of the chat that the widget shows; without one it shows the list or the flow. */
  activeChat?: string;
}

export function readNodeHistory(nodeId: string, owner: Readonly<Owner> = presentOwner()): NodeHistory {
  return readRecord<NodeHistory>(NODE_HISTORIES)[ownName(nodeId, owner)] ?? {};
}

/** Returns what all people who have used this browser have done with a node. */
export function nodeHistoriesOf(nodeId: string): NodeHistory[] {
  const all = Object.entries(readRecord<NodeHistory | null>(NODE_HISTORIES));
  return all.flatMap(([name, history]) =>
    history && (name === nodeId || name.startsWith(`${nodeId}@`)) ? history : [],
  );
}

/** Forgets what people have done with all nodes, but for what counts for the browser. */
export function forgetNodeHistories(): void {
  const all = Object.entries(readRecord<NodeHistory | null>(NODE_HISTORIES));
  const kept = all.flatMap(([name, history]) =>
    history?.lastFeedbackDate === undefined ? [] : [[name, { lastFeedbackDate: history.lastFeedbackDate }]],
  );
  writeJson(NODE_HISTORIES, Object.fromEntries(kept));
}

export function updateNodeHistory(
  nodeId: string,
  change: (before: NodeHistory) => NodeHistory,
  owner: Readonly<Owner> = presentOwner(),
): void {
  if (owner.person === FORGOTTEN) return;
  updateRecord<NodeHistory>(NODE_HISTORIES, ownName(nodeId, owner), (before) => change(before ?? {}));
}

/** Removes a chat of this browser, with its token. */
export function forgetKeptChat(feedbackId: string): void {
  const isOther = (chat: ChatRecord) => chat.feedbackId !== feedbackId;
  for (const [name, node] of Object.entries(readRecord<NodeHistory | null>(NODE_HISTORIES))) {
    if (!Array.isArray(node?.chats) || node.chats.every(isOther)) continue;
    const forget = ({ activeChat, chats = [], ...history }: NodeHistory) => ({
      ...history,
      ...(activeChat !== feedbackId && activeChat !== undefined && { activeChat }),
      chats: chats.filter(isOther),
    });
    // The names are those of all persons.
    updateNodeHistory(name, forget, NOBODY);
  }
}

/** Returns the token of one of this browser's chats. */
export function keptToken(feedbackId: string): string | undefined {
  const chats = Object.values(readRecord<NodeHistory | null>(NODE_HISTORIES)).flatMap(
    (node) => node?.chats ?? [],
  );
  return chats.find((chat) => chat.feedbackId === feedbackId)?.token;
}

/** Returns whether the server would refuse another complete feedback now (docs/api.md#multiple-feedback). */
export function isFeedbackGiven(nodeId: string, periodDays: number | null | undefined, now: number): boolean {
  return isWithinPeriod(periodDays, readNodeHistory(nodeId, NOBODY).lastFeedbackDate, now);
}
