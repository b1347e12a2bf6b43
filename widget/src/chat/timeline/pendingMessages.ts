import { delayBeforeRetry, isSettled, type RequestFailure } from "../../http/retry";
import type { ChatEffect } from "./chatEvents";
import type { TimelineItem } from "./wire";

/** A message of the visitor that the server has not confirmed. */
export interface PendingMessage {
  /** Created before the first attempt. The server stores one message for it, however often it is sent. */
  clientKey: string;
  body: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  state:
    | "waiting"
    | "sending"
    /** Between two attempts. */
    | "pausing"
    /** No further attempt until the visitor asks for one. */
    | "failed";
  failedAttempts: number;
}

export type PendingMessages = readonly PendingMessage[];

/** The pending messages after a change, and the effects of the change. */
export interface PendingMessagesUpdate {
  pendingMessages: PendingMessages;
  effects: ChatEffect[];
}

/** Adds a message, which is sent after those before it: messages arrive in the order of writing. */
export function addMessage(
  messages: PendingMessages,
  message: Pick<PendingMessage, "clientKey" | "body" | "at">,
): PendingMessagesUpdate {
  return sendNext([...messages, { ...message, state: "waiting", failedAttempts: 0 }]);
}

/** Handles a failed attempt: plans another one, or marks the message as failed. */
export function handleFailure(
  messages: PendingMessages,
  clientKey: string,
  failure: RequestFailure,
): PendingMessagesUpdate {
  const message = messages.find((one) => one.clientKey === clientKey && one.state === "sending");
  if (!message) return { pendingMessages: messages, effects: [] };
  const delay = delayBeforeRetry(message.failedAttempts, failure);
  if (delay !== undefined) {
    const failedAttempts = message.failedAttempts + 1;
    return {
      pendingMessages: change(messages, message, { state: "pausing", failedAttempts }),
      effects: [{ type: "schedule", timer: "post", afterMs: delay }],
    };
  }
  const rest = change(messages, message, { state: "failed" });
  // The server has refused this message only. Without a decision, the ones behind it would overtake it or fail too.
  return isSettled(failure.status)
    ? sendNext(rest)
    : { pendingMessages: rest.map((one) => ({ ...one, state: "failed" })), effects: [] };
}

/** Starts the next attempt once the pause before it is over. */
export function endPause(messages: PendingMessages): PendingMessagesUpdate {
  const message = messages.find(({ state }) => state === "pausing");
  return message ? send(messages, message) : { pendingMessages: messages, effects: [] };
}

/** Sends a failed message again, as the visitor asked. */
export function retryMessage(messages: PendingMessages, clientKey: string): PendingMessagesUpdate {
  return sendNext(
    messages.map((one) =>
      one.clientKey === clientKey && one.state === "failed"
        ? { ...one, state: "waiting", failedAttempts: 0 }
        : one,
    ),
  );
}

/** Removes the messages that are in the timeline: one may have arrived although its response was lost. */
export function removeArrived(
  messages: PendingMessages,
  items: readonly TimelineItem[],
): PendingMessagesUpdate {
  if (messages.length === 0) return { pendingMessages: messages, effects: [] };
  const arrived = new Set(items.map(({ client_key }) => client_key));
  return sendNext(messages.filter(({ clientKey }) => !arrived.has(clientKey)));
}

/** Sends the next message unless another one is on its way. */
function sendNext(messages: PendingMessages): PendingMessagesUpdate {
  const isBusy = messages.some(({ state }) => state === "sending" || state === "pausing");
  const next = messages.find(({ state }) => state === "waiting");
  return next && !isBusy ? send(messages, next) : { pendingMessages: messages, effects: [] };
}

function send(messages: PendingMessages, message: PendingMessage): PendingMessagesUpdate {
  const { clientKey, body } = message;
  return {
    pendingMessages: change(messages, message, { state: "sending" }),
    effects: [{ type: "post_message", clientKey, body }],
  };
}

function change(
  messages: PendingMessages,
  message: PendingMessage,
  to: Partial<PendingMessage>,
): PendingMessages {
  return messages.map((one) => (one === message ? { ...one, ...to } : one));
}
