/**
 * Runs an action after a delay; without one as soon as the page shows what changed. No animation frame: those do not
 * come in a hidden frame.
 */
export function runDelayed(ms: number, action: () => void): void {
  setTimeout(action, ms);
}

/** Runs an action after a delay, or when the visitor leaves before: once in any case. */
export type RunBeforeLeaving = (ms: number, action: () => void) => void;

/**
 * Watches for the visitor leaving: the tab is hidden, the page is left, or its frame removed. Phones end a hidden page
 * without another event.
 *
 * @returns the function to run actions with, and one that stops watching and runs what still waits.
 */
export function watchLeaving(window: Window): { runBeforeLeaving: RunBeforeLeaving; stop: () => void } {
  const { document } = window;
  const waiting = new Set<() => void>();

  function flush(event?: Event) {
    if (event?.type === "visibilitychange" && document.visibilityState !== "hidden") return;
    for (const run of waiting) run();
  }
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);

  return {
    runBeforeLeaving(ms, action) {
      const run = () => {
        if (waiting.delete(run)) action();
      };
      waiting.add(run);
      setTimeout(run, ms);
    },
    stop() {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    },
  };
}
