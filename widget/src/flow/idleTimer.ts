import { createListeners } from "../basics/listeners";
import { LONGEST_TIMEOUT_MS } from "../effects/timers";

/** How long before the end the visitor is warned: the least that people need to react (WCAG 2.2, 2.2.1). */
const WARNING_MS = 20_000;

/** The engine's idle timer, prolonged by the visitor's activity. */
export interface IdleTimer {
  /** Calls `onIdle` after this time without activity; a running timer is replaced. */
  start(ms: number, onIdle: () => void): void;
  /** Makes the time count from now. */
  recordActivity(): void;
  /** Returns whether the warning is due. */
  isEnding(): boolean;
  /** Ends it for good: the page shows something else. */
  stop(): void;
  /** Calls `listener` whenever `isEnding` has changed. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates the timer. The engine restarts it with every answer and every move; activity that is no engine event, like
 * reading and scrolling, is reported here.
 *
 * There may be hundreds of activities a second. Each only stores its time, and the timer reads it when it expires: no
 * activity needs throttling, and none comes too late to count.
 *
 * @param isProlonged whether activity counts now: a thank-you is shown for a fixed time.
 * @param now milliseconds on a monotonic clock.
 */
export function createIdleTimer(isProlonged: () => boolean, now = () => performance.now()): IdleTimer {
  const listeners = createListeners();
  let wait: { ms: number; since: number; onIdle: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ending = false;
  let isStopped = false;

  function setEnding(next: boolean) {
    if (ending === next) return;
    ending = next;
    listeners.notify();
  }

  function check() {
    clearTimeout(timer);
    if (!wait || isStopped) return;
    const { ms, since, onIdle } = wait;
    const left = since + ms - now();
    if (left <= 0) {
      wait = undefined;
      setEnding(false);
      return onIdle();
    }
    const untilWarning = left - WARNING_MS;
    setEnding(untilWarning <= 0);
    timer = setTimeout(check, Math.min(untilWarning > 0 ? untilWarning : left, LONGEST_TIMEOUT_MS));
  }

  return {
    start(ms, onIdle) {
      wait = { ms, since: now(), onIdle };
      check();
    },
    recordActivity() {
      if (!wait || !isProlonged()) return;
      wait.since = now();
      if (ending) check();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
    isEnding: () => ending,
    subscribe: listeners.add,
  };
}
