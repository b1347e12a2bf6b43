/** The name of the lock that a page has as long as a run goes on in it. */
const nameOf = (runId: string) => `pulsen-run-${runId}`;

/** Lets other tabs see that a run goes on here, as long as the page is shown: one that has a lock is not kept for "back". */
export function markGoingOn(runId: string): void {
  const { locks } = navigator as { locks?: LockManager };
  const mark = () => locks?.request(nameOf(runId), untilLeft).catch(() => {});
  const untilLeft = () =>
    new Promise<void>((release) => window.addEventListener("pagehide", () => release(), { once: true }));
  void mark();
  window.addEventListener("pageshow", ({ persisted }) => persisted && mark());
}

/** Returns whether a run goes on in another tab. Where the browser has no locks, nobody knows. */
export async function isGoingOn(runId: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return false;
  const isFree = (lock: Lock | null) => lock !== null;
  return !(await locks.request(nameOf(runId), { ifAvailable: true }, isFree).catch(() => true));
}
