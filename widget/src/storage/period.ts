const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns whether a period that began at a moment is not over yet.
 *
 * @param days the length of the period; none means forever.
 * @param since when it began, in milliseconds since 1970; `undefined` if it never did.
 */
export function isWithinPeriod(
  days: number | null | undefined,
  since: number | undefined,
  now: number,
): boolean {
  if (typeof since !== "number") return false;
  return !days || now - since < days * DAY_MS;
}
