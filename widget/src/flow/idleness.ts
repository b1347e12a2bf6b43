import { LONGEST_TIMEOUT_MS } from "../effects/timers";

/** How long before the end the visitor is asked: what people need to react at least (WCAG 2.2, 2.2.1). */
const WARNING_MS = 20_000;

/** Whether anybody is still there. */
export interface Idleness {
  /** Waits until nothing has been done for this time; a wait under way is replaced. */
  start(ms: number, onIdle: () => void): void;
  /** Something was done: the time counts from now. */
  act(): void;
  /** Whether the time is almost over. */
  isEnding(): boolean;
  /** Calls `listener` whenever `isEnding` has changed. Returns the way to stop it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Watches over the engine's idle timer. The engine starts it anew with every answer and every move, and hears of
 * nothing else; so whoever reads, scrolls or thinks aloud on the keyboard is heard here.
 *
 * There may be hundreds of acts a second. Each only writes down when it was, and the timer looks at that when it
 * rings: nothing has to be throttled, and no act comes too late to count.
 *
 * @param isProlonged whether acts count now: thanks stay for their time, whoever touches them.
 * @param now milliseconds on a clock that nobody sets back.
 */
export function createIdleness(isProlonged: () => boolean, now = () => performance.now()): Idleness {
  const listeners = new Set<() => void>();
  let wait: { ms: number; since: number; onIdle: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ending = false;

  function setEnding(next: boolean) {
    if (ending === next) return;
    ending = next;
    for (const listener of listeners) listener();
  }

  function look() {
    clearTimeout(timer);
    if (!wait) return;
    const { ms, since, onIdle } = wait;
    const left = since + ms - now();
    if (left <= 0) {
      wait = undefined;
      setEnding(false);
      return onIdle();
    }
    // Of a short time half is left to react in.
    const untilWarning = left - Math.min(WARNING_MS, ms / 2);
    setEnding(untilWarning <= 0);
    timer = setTimeout(look, Math.min(untilWarning > 0 ? untilWarning : left, LONGEST_TIMEOUT_MS));
  }

  return {
    start(ms, onIdle) {
      wait = { ms, since: now(), onIdle };
      look();
    },
    act() {
      if (!wait || !isProlonged()) return;
      wait.since = now();
      if (ending) look();
    },
    isEnding: () => ending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
