import type { OutboxRecord } from "./record";
import type { SubmissionOutcome } from "./submission";

/** Returns whether a record has something to send. */
export function isWaiting({ state, attempt }: OutboxRecord): boolean {
  return state === "waiting" && attempt !== undefined;
}

/**
 * Returns the record to send now; `undefined` where none is due. Of each lane only the first one may be sent: what was given
 * later arrives later.
 *
 * @param records in order.
 * @param isEager whether pauses of the outbox's own are skipped, because something has changed for the better.
 * @param failedLanes lanes in which a try has failed a moment ago.
 */
export function nextDue(
  records: readonly OutboxRecord[],
  now: number,
  isEager: boolean,
  failedLanes: ReadonlySet<string>,
): OutboxRecord | undefined {
  if (askedPause(records, now) > 0) return undefined;
  const isDue = (record: OutboxRecord) =>
    !failedLanes.has(record.lane) && (isEager || remainingPause(record, now) === 0);
  return heads(records).find(isDue);
}

/** Returns how long to wait until something is due; `undefined` where nothing waits. */
export function waitUntilDue(records: readonly OutboxRecord[], now: number): number | undefined {
  const first = heads(records);
  if (first.length === 0) return undefined;
  const soonest = Math.min(...first.map((record) => remainingPause(record, now)));
  return Math.max(soonest, askedPause(records, now));
}

/** Returns the first waiting record of each lane, in order. A lane with a refused record before it may have none. */
function heads(records: readonly OutboxRecord[]): OutboxRecord[] {
  const lanes = new Set<string>();
  return records.filter((record) => {
    if (lanes.has(record.lane)) return false;
    const isHead = isWaiting(record);
    if (isHead || (record.isStrict && record.state === "refused")) lanes.add(record.lane);
    return isHead;
  });
}

/** Returns how long the server still wants to be left alone. It means the device, not one feedback. */
function askedPause(records: readonly OutboxRecord[], now: number): number {
  const asked = records.filter((record) => isWaiting(record) && record.isPauseAsked);
  return Math.max(0, ...asked.map((record) => remainingPause(record, now)));
}

/** The pause after the first failure; it doubles with each further one (docs/constants.md#delays). */
const FIRST_PAUSE_MS = 1_000;

/** The longest pause that the outbox takes by itself. */
export const LONGEST_PAUSE_MS = 10 * 60_000;

/** The longest pause that a server may ask for. */
const LONGEST_ASKED_PAUSE_MS = 60 * 60_000;

/**
 * Returns the pause after a failure. It is spread over the second half of its time, so that the devices that lost a server
 * together do not come back together.
 *
 * @param failures how many tries have failed in a row, this one included.
 * @param retryAfterMs what the server has asked for.
 * @param random from 0 to 1.
 */
function pauseAfter(failures: number, retryAfterMs: number | undefined, random: number): number {
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS);
  const own = doubled * (0.5 + random / 2);
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_PAUSE_MS)));
}

/** Returns how much of a record's pause is left. A clock that was set back does not make it longer. */
function remainingPause({ failures, failedAt, pauseMs }: OutboxRecord, now: number): number {
  if (failures === 0) return 0;
  const passed = now - failedAt;
  return passed < 0 ? 0 : Math.max(0, pauseMs - passed);
}

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
