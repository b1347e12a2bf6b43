import type { OutboxRecord } from "./record";

/** The pause after the first failure; it doubles with each further one (docs/constants.md#delays). */
export const FIRST_PAUSE_MS = 1_000;

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
export function pauseAfter(failures: number, retryAfterMs: number | undefined, random: number): number {
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS);
  const own = doubled * (0.5 + random / 2);
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_PAUSE_MS)));
}

/** Returns how much of a record's pause is left. A clock that was set back does not make it longer. */
export function remainingPause({ failures, failedAt, pauseMs }: OutboxRecord, now: number): number {
  if (failures === 0) return 0;
  const passed = now - failedAt;
  return passed < 0 ? 0 : Math.max(0, pauseMs - passed);
}
