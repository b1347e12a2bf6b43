import { remainingPause } from "./backOff";
import type { OutboxRecord } from "./record";

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
