/** How long a page waits for what it can do without (docs/constants.md#delays). */
const PATIENCE_MS = 3_000;

/** Waits a while for what a page can do without, and returns whether that is still on its way. Never rejects. */
export function isLate(arrival: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE_MS);
    const end = () => {
      clearTimeout(timer);
      resolve(false);
    };
    arrival.then(end, end);
  });
}
