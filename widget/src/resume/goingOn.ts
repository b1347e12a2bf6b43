import { reloadPage } from "../errors/reloadPage";
import { type StoredRun, storedRun } from "../storage/storedRuns";

/** The name of the lock that a page has as long as a run goes on in it. */
const nameOf = (runId: string) => `pulsen-run-${runId}`;

/**
 * Lets other tabs see that a run goes on here, as long as the page is shown: one that has a lock is not kept for "back". A page
 * that comes back and finds that another one has taken up its run shows itself anew, else there would be two feedbacks.
 *
 * @param run the run of this page, which is written down as it goes on.
 */
export function markGoingOn(nodeId: string, flowId: string, run: Readonly<StoredRun>): void {
  const stored = () => storedRun(nodeId, flowId, run.signature, Date.now());
  let wasStored = false;
  const { locks } = navigator as { locks?: LockManager };
  const mark = () => locks?.request(nameOf(run.id), untilLeft).catch(() => {});
  const untilLeft = () =>
    new Promise<void>((release) => window.addEventListener("pagehide", () => release(), { once: true }));
  const comeBack = async () => {
    const found = stored();
    const isSame = found?.id === run.id && found.savedAt === run.savedAt;
    if (wasStored && (!isSame || (await isGoingOn(run.id)))) await reloadPage();
    else void mark();
  };
  void mark();
  window.addEventListener("pagehide", () => {
    wasStored = stored()?.id === run.id;
  });
  window.addEventListener("pageshow", ({ persisted }) => persisted && void comeBack());
}

/** Returns whether a run goes on in another tab. Where the browser has no locks, nobody knows. */
export async function isGoingOn(runId: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return false;
  const isFree = (lock: Lock | null) => lock !== null;
  return !(await locks.request(nameOf(runId), { ifAvailable: true }, isFree).catch(() => true));
}
