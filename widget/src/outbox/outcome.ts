import type { OutboxRecord } from "./record";
import type { SubmissionOutcome } from "./submission";

/** The status of a feedback that is kept on this device and was not taken by the server yet (docs/engine.md#events). */
export const KEPT = 202;

/** How many tries the visitor waits for. */
const TRIES_TO_WAIT_FOR = 4;

/** A server that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_TO_WAIT_FOR_MS = 15_000;

/** Returns what the run is told of its record; `undefined` while the visitor had better wait. */
export function outcomeOf(record: OutboxRecord | undefined): SubmissionOutcome | undefined {
  if (!record) return { status: KEPT };
  if (record.state !== "waiting") {
    const { status, body } = record.settled ?? { status: KEPT, body: {} };
    return { status, body };
  }
  const isHopeless =
    record.failures >= TRIES_TO_WAIT_FOR ||
    (record.failures > 0 && record.pauseMs > LONGEST_PAUSE_TO_WAIT_FOR_MS);
  return isHopeless ? { status: KEPT } : undefined;
}
