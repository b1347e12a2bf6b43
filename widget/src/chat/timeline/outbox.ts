import type { ChatEffect } from "./messages";
import type { TimelineItem } from "./wire";

/** A message of the visitor's that the server does not have yet, as far as is known. */
export interface OutgoingMessage {
  /** Minted before the first try; the server keeps one message for it, however often it is sent. */
  clientKey: string;
  body: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  state:
    | "waiting"
    /** On its way. */
    | "sending"
    /** Between two tries. */
    | "pausing"
    /** Given up, until the visitor has it tried again. */
    | "failed";
  /** How many tries have failed. */
  failures: number;
}

export type Outbox = readonly OutgoingMessage[];

/** What an act on the outbox leaves of it, and what is to be done. */
export interface OutboxStep {
  outbox: Outbox;
  effects: ChatEffect[];
}

/** Pauses between the tries of one message; one try more than there are pauses. */
export const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];

/** A server that asks for a longer pause than this is not waited for: the visitor decides when to try again. */
const LONGEST_RETRY_AFTER_MS = 15_000;

/** Answers that say "not now", or that leave open whether the server has the message. */
const RETRIED_STATUSES = [0, 429, 500, 502, 503, 504];

/** Puts a message at the end and sends it once those before it are gone: they arrive in the order of writing. */
export function addMessage(
  outbox: Outbox,
  message: Pick<OutgoingMessage, "clientKey" | "body" | "at">,
): OutboxStep {
  return sendNext([...outbox, { ...message, state: "waiting", failures: 0 }]);
}

/** A try failed: tries again after a pause, or gives up. */
export function messageFailed(
  outbox: Outbox,
  clientKey: string,
  status: number,
  retryAfterMs?: number,
): OutboxStep {
  const message = outbox.find((one) => one.clientKey === clientKey && one.state === "sending");
  if (!message) return { outbox, effects: [] };
  const isRetried = RETRIED_STATUSES.includes(status);
  const pause = pauseBefore(message.failures, retryAfterMs);
  if (isRetried && pause !== undefined) {
    return {
      outbox: change(outbox, message, { state: "pausing", failures: message.failures + 1 }),
      effects: [{ type: "schedule", timer: "post", afterMs: pause }],
    };
  }
  const rest = change(outbox, message, { state: "failed" });
  // Where the server cannot be reached, those behind would only fail one after the other.
  return isRetried
    ? { outbox: rest.map((one) => ({ ...one, state: "failed" })), effects: [] }
    : sendNext(rest);
}

/** How long to wait for the next try; `undefined` where there is none. */
function pauseBefore(failures: number, retryAfterMs: number | undefined): number | undefined {
  const pause = RETRY_DELAYS_MS[failures];
  if (pause === undefined || retryAfterMs === undefined) return pause;
  return retryAfterMs <= LONGEST_RETRY_AFTER_MS ? retryAfterMs : undefined;
}

/** The pause between two tries is over. */
export function pauseOver(outbox: Outbox): OutboxStep {
  const message = outbox.find(({ state }) => state === "pausing");
  return message ? send(outbox, message) : { outbox, effects: [] };
}

/** The visitor has a message tried again. */
export function retryMessage(outbox: Outbox, clientKey: string): OutboxStep {
  return sendNext(
    outbox.map((one) =>
      one.clientKey === clientKey && one.state === "failed" ? { ...one, state: "waiting", failures: 0 } : one,
    ),
  );
}

/**
 * Lets go of the messages that the server turned out to have, by whichever way that came to be known: its answer may
 * have been lost, and the message still arrived.
 */
export function settle(outbox: Outbox, items: readonly TimelineItem[]): OutboxStep {
  if (outbox.length === 0) return { outbox, effects: [] };
  const arrived = new Set(items.map(({ client_key }) => client_key));
  return sendNext(outbox.filter(({ clientKey }) => !arrived.has(clientKey)));
}

/** One message at a time. */
function sendNext(outbox: Outbox): OutboxStep {
  const isBusy = outbox.some(({ state }) => state === "sending" || state === "pausing");
  const next = outbox.find(({ state }) => state === "waiting");
  return next && !isBusy ? send(outbox, next) : { outbox, effects: [] };
}

function send(outbox: Outbox, message: OutgoingMessage): OutboxStep {
  const { clientKey, body } = message;
  return {
    outbox: change(outbox, message, { state: "sending" }),
    effects: [{ type: "post_message", clientKey, body }],
  };
}

function change(outbox: Outbox, message: OutgoingMessage, to: Partial<OutgoingMessage>): Outbox {
  return outbox.map((one) => (one === message ? { ...one, ...to } : one));
}
