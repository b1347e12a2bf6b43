import { reloadPage } from "../errors/reloadPage";
import { openChannel } from "../outbox/channel";
import { storedRun } from "../run/storedRuns";
import type { RecorderOptions } from "./recordRun";

/** The name of the lock that a page has as long as a run goes on in it. */
const nameOf = (runId: string) => `pulsen-run-${runId}`;

/** The runs that go on in this page, each with the function that lets go of it. */
const held = new Map<string, () => void>();

/**
 * Lets other tabs see that a run goes on here, as long as the page is shown: one that has a lock is not kept for "back". A page
 * that comes back and finds that another one has taken up its run draws itself again, else there would be two feedbacks.
 *
 * @returns the function that stops it: the page shows something else.
 */
export function markGoingOn(
  options: Pick<RecorderOptions, "nodeId" | "flowId" | "owner" | "run">,
): () => void {
  const { nodeId, flowId, owner, run } = options;
  const stored = () => storedRun(nodeId, flowId, run.signature, Date.now(), owner);
  let wasStored = false;
  const waiting = new AbortController();
  const mark = () => void request(run.id, { signal: waiting.signal });
  const leave = () => {
    wasStored = stored()?.id === run.id;
  };
  const comeBack = async () => {
    const found = stored();
    const isSame = found?.id === run.id && found.savedAt === run.savedAt;
    if (wasStored && (!isSame || (await isGoingOn(run.id)))) await reloadPage();
    else mark();
  };
  const comeBackIfKept = ({ persisted }: PageTransitionEvent) => persisted && void comeBack();
  mark();
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBackIfKept);
  return () => {
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", comeBackIfKept);
    waiting.abort();
    leaveRun(run.id);
  };
}

/**
 * Takes a run for this page, so that it goes on in no other one. Returns whether it did: several tabs may offer the same run.
 */
export function takeRun(runId: string): Promise<boolean> {
  return request(runId, { ifAvailable: true });
}

/** Lets go of a run. */
export function leaveRun(runId: string): void {
  held.get(runId)?.();
}

/** Returns whether a run goes on in another tab. Where the browser has no locks, nobody knows. */
export async function isGoingOn(runId: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  // Without a try to take it: who only looks would keep another tab from it.
  const state = await locks?.query().catch(() => undefined);
  return state?.held?.some(({ name }) => name === nameOf(runId)) ?? false;
}

/** Resolves with whether this page has the run; with `ifAvailable` at once. */
async function request(runId: string, options: LockOptions): Promise<boolean> {
  if (held.has(runId)) return true;
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return requestWithoutLocks(runId, options);
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock ? hold(runId) : undefined;
    };
    // Where they are denied, as in a page without an origin of its own, nothing is stored that another tab could find.
    locks.request(nameOf(runId), options, take).catch(() => resolve(true));
  });
}

/** Pages without a secure context have no locks. */
async function requestWithoutLocks(runId: string, { ifAvailable }: LockOptions): Promise<boolean> {
  if (ifAvailable && (await askOthers(runId))) return false;
  void hold(runId, answerOthers(runId));
  return true;
}

/** Resolves when the page lets go of a run: at the latest when it is left. */
function hold(runId: string, onRelease = () => {}): Promise<void> {
  return new Promise((resolve) => {
    const release = () => {
      held.delete(runId);
      window.removeEventListener("pagehide", release);
      onRelease();
      resolve();
    };
    held.set(runId, release);
    window.addEventListener("pagehide", release);
  });
}

const CHANNEL = "pulsen-runs";

/** How long the other tabs have to say that a run goes on in them. */
const ANSWER_MS = 300;

interface Message {
  runId: string;
  /** A random number of who asks; absent: an answer. */
  asker?: number;
}

/** Resolves with whether a run goes on in another tab, or another tab asks for it as well and is to have it. */
function askOthers(runId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asker = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    // Where there is no channel, there is no other tab that could see what this page stores.
    const channel = openChannel<Message>(CHANNEL, (message) => {
      if (message.runId !== runId) return;
      if (message.asker === undefined) end(true);
      // Of two that ask at the same time, one goes back.
      else if (message.asker < asker) channel.tell({ runId, asker });
      else end(true);
    });
    const timer = setTimeout(() => end(false), ANSWER_MS);
    channel.tell({ runId, asker });
  });
}

/** Tells the tabs that ask that a run goes on here. Returns the function that stops it. */
function answerOthers(runId: string): () => void {
  const channel = openChannel<Message>(CHANNEL, (message) => {
    if (message.runId === runId && message.asker !== undefined) channel.tell({ runId });
  });
  return channel.close;
}
