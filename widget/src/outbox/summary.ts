import { isWaiting } from "./due";
import type { OutboxRecord } from "./record";

/** What the visitor is told about the outbox. */
export interface OutboxSummary {
  /** How many complete feedbacks wait to be sent. */
  waiting: number;
  /** Feedbacks that have arrived since the visitor was told that they were kept. */
  sent: readonly OutboxRecord[];
  /** Feedbacks that the server will never take. */
  refused: readonly OutboxRecord[];
}

/**
 * @param sent what has arrived meanwhile.
 * @param openRun the run that goes on here: its own page says what becomes of it.
 */
export function summarize(
  records: readonly OutboxRecord[],
  sent: readonly OutboxRecord[],
  openRun: string | undefined,
): OutboxSummary {
  const others = records.filter(({ id }) => id !== openRun);
  const isComplete = ({ attempt, next }: OutboxRecord) => (next ?? attempt)?.partial === false;
  return {
    waiting: others.filter((record) => isWaiting(record) && isComplete(record)).length,
    sent,
    refused: others.filter(({ state }) => state === "refused"),
  };
}
