/** Those that a reference number has: none looks like another one. As in `backend/base/src/reference_number.rs`. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the reference number of a run's feedback, such as `K7QM-2XPD`: the first 40 bits of the run's id, which are random.
 * So it is there without the server, and stays the same however often the feedback is sent.
 */
export function referenceOf(runId: string): string {
  const bits = Number.parseInt(runId.replaceAll("-", "").slice(0, 10), 16);
  const digits = bits
    .toString(32)
    .padStart(8, "0")
    .replace(/./g, (digit) => DIGITS[Number.parseInt(digit, 32)] ?? "");
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
