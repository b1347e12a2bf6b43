/** Wrong PINs in a row. Stored, so that loading the page anew does not end a wait. */
export interface Attempts {
  failures: number;
  /** When the last one was tried, in milliseconds since 1970. */
  failedAt: number;
}

/** Wrong PINs after which the next one has to wait, and the first and longest wait (docs/constants.md#delays). */
const FREE_FAILURES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** Returns how long the next PIN has to wait still. A clock that was set back makes nobody wait longer than the whole time. */
export function waitLeft({ failures, failedAt }: Attempts, now: number): number {
  if (failures < FREE_FAILURES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
  return Math.min(Math.max(0, failedAt + wait - now), wait);
}
