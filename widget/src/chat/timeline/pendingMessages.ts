import type { ChatEffect } from "./chatEvents";
import type { PendingMessage } from "./pendingMessage";
import type { TimelineItem } from "./wire";

export type { ChatFile, PendingMessage } from "./pendingMessage";

/** What a page knows of the messages that it has written, and that other tabs and earlier visits have. */
export interface PendingMessages {
  /** In the order in which they are sent. */
  pendingMessages: readonly PendingMessage[];
  /** The keys of those that the outbox has not written down yet. */
  unwritten: ReadonlySet<string>;
  /** The keys of those that have left the outbox, in another tab. The next fetch says whether they have arrived. */
  departed: ReadonlySet<string>;
}

export const NOTHING_PENDING: PendingMessages = {
  pendingMessages: [],
  unwritten: new Set(),
  departed: new Set(),
};

/** A change, and the effects that follow from it. */
export interface PendingUpdate {
  pending: PendingMessages;
  effects: ChatEffect[];
}

/** Adds a message. It is shown at once, and written down before it is sent. */
export function addMessage(
  pending: PendingMessages,
  message: Pick<PendingMessage, "clientKey" | "body" | "at" | "attachment">,
): PendingUpdate {
  const state = pending.pendingMessages.some(isHolding) ? "held" : "waiting";
  const added: PendingMessage = { ...message, state, failedAttempts: 0, progress: -1 };
  return {
    pending: {
      ...pending,
      pendingMessages: [...pending.pendingMessages, added],
      unwritten: new Set([...pending.unwritten, message.clientKey]),
    },
    effects: [{ type: "keep_message", ...message }],
  };
}

/**
 * Takes over what the outbox has of this chat. What this page has just written may not be there yet; and what is there no more
 * may have been sent or removed by another tab.
 */
export function takeKept(
  pending: PendingMessages,
  kept: readonly PendingMessage[],
  items: readonly TimelineItem[],
): PendingUpdate {
  const keptKeys = new Set(kept.map(({ clientKey }) => clientKey));
  const isMissing = ({ clientKey }: PendingMessage) => !keptKeys.has(clientKey);
  const missing = pending.pendingMessages.filter(isMissing);
  const isUnwritten = ({ clientKey }: PendingMessage) => pending.unwritten.has(clientKey);
  const unwritten = missing.filter(isUnwritten);
  const departed = missing.filter((message) => !isUnwritten(message));
  return removeArrived(
    {
      pendingMessages: [...departed, ...kept, ...unwritten],
      unwritten: keysOf(unwritten),
      departed: keysOf(departed),
    },
    items,
  );
}

/** Removes the messages that are in the timeline: one may have arrived although its answer was lost. */
export function removeArrived(pending: PendingMessages, items: readonly TimelineItem[]): PendingUpdate {
  if (pending.pendingMessages.length === 0) return { pending, effects: [] };
  const arrived = new Set(items.map(({ client_key }) => client_key));
  const isArrived = ({ clientKey }: PendingMessage) => arrived.has(clientKey);
  const gone = pending.pendingMessages.filter(isArrived);
  if (gone.length === 0) return { pending, effects: [] };
  const effects = gone.map(({ clientKey }): ChatEffect => ({ type: "forget_message", clientKey }));
  return { pending: without(pending, keysOf(gone)), effects };
}

/** Removes what has left the outbox and is not in the chat that was fetched since: another tab has removed it. */
export function removeDeparted(pending: PendingMessages): PendingMessages {
  return pending.departed.size === 0 ? pending : without(pending, pending.departed);
}

/** Notes how much of a message's attachment has been sent. */
export function noteProgress(pending: PendingMessages, clientKey: string, progress: number): PendingMessages {
  const pendingMessages = pending.pendingMessages.map((one) =>
    one.clientKey === clientKey ? { ...one, progress } : one,
  );
  return { ...pending, pendingMessages };
}

/** Returns whether the visitor can remove a message: not while it is on its way. */
export function isRemovable({ state }: Pick<PendingMessage, "state">): boolean {
  return state !== "sending";
}

/** Returns whether a message has failed that had not failed before. */
export function hasNewFailure(before: PendingMessages, after: PendingMessages): boolean {
  const failed = keysOf(before.pendingMessages.filter(({ state }) => state === "failed"));
  return after.pendingMessages.some(({ clientKey, state }) => state === "failed" && !failed.has(clientKey));
}

function isHolding({ state }: PendingMessage): boolean {
  return state === "failed" || state === "held";
}

function without(pending: PendingMessages, gone: ReadonlySet<string>): PendingMessages {
  const isLeft = (key: string) => !gone.has(key);
  return {
    pendingMessages: pending.pendingMessages.filter(({ clientKey }) => isLeft(clientKey)),
    unwritten: new Set([...pending.unwritten].filter(isLeft)),
    departed: new Set([...pending.departed].filter(isLeft)),
  };
}

function keysOf(messages: readonly PendingMessage[]): Set<string> {
  return new Set(messages.map(({ clientKey }) => clientKey));
}
