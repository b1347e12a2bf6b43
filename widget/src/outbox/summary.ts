import { isWaiting } from "./due";
import { EXPIRY_MS } from "./failure";
import { isAnswered, type OutboxRecord } from "./record";

/** What the visitor is told about the outbox. */
export interface OutboxSummary {
  /** How many complete feedbacks wait to be sent. */
  waiting: number;
  /** When the first of these expires, if that is soon, in milliseconds since 1970. */
  expiresAt?: number;
  /** Feedbacks that have arrived since the visitor was told that they were kept. */
  sent: readonly OutboxRecord[];
  /** Feedbacks that the server will never take. */
  refused: readonly OutboxRecord[];
}

/** How long before its expiry the visitor is told of it (docs/constants.md#limits). */
const WARNING_MS = 3 * 24 * 60 * 60_000;

/**
 * @param sent what has arrived meanwhile.
 * @param openRun the run that goes on here: its own page says what becomes of it.
 */
export function summarize(
  records: readonly OutboxRecord[],
  sent: readonly OutboxRecord[],
  openRun: string | undefined,
  now: number,
): OutboxSummary {
  const others = records.filter(({ id }) => id !== openRun);
  const waiting = others.filter((record) => isWaiting(record) && isAnswered(record));
  const expiresAt = Math.min(...waiting.map(({ writtenAt, expiryMs = EXPIRY_MS }) => writtenAt + expiryMs));
  return {
    waiting: waiting.length,
    ...(expiresAt - now < WARNING_MS && { expiresAt }),
    sent,
    refused: others.filter(({ state }) => state === "refused"),
  };
}
