import { pauseAfter } from "./backOff";
import type { OutboxRecord } from "./record";
import type { SubmissionOutcome } from "./submission";

/** How long something is tried, unless its node says otherwise (docs/constants.md#limits). */
export const EXPIRY_MS = 30 * 24 * 60 * 60_000;

/** Returns whether a record was tried for long enough. Only after a try: a clock that was wrong must not throw away what can be sent. */
export function isExpired({ writtenAt, expiryMs = EXPIRY_MS }: OutboxRecord, now: number): boolean {
  return now - writtenAt > expiryMs;
}

/** No clock that is set says less. A device without a battery begins in 1970. */
const EARLIEST_TIME = Date.UTC(2024, 0, 1);

/** Returns a record that counts as given now, where that is known only now. */
export function dateAnew(record: OutboxRecord, now: number): OutboxRecord {
  return record.writtenAt < EARLIEST_TIME && now >= EARLIEST_TIME ? { ...record, writtenAt: now } : record;
}

/** Returns a record after a try that has decided nothing: the next one follows after a pause. */
export function pauseAfterFailure(
  record: OutboxRecord,
  { retryAfterMs }: SubmissionOutcome,
  now: number,
  random: number,
): OutboxRecord {
  const failures = record.failures + 1;
  return {
    ...record,
    failures,
    failedAt: now,
    pauseMs: pauseAfter(failures, retryAfterMs, random),
    isPauseAsked: retryAfterMs !== undefined,
  };
}
