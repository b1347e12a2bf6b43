/**
 * Runs an action after a delay; without one as soon as the page shows what changed. No animation frame: those do not
 * come in a hidden frame.
 */
export function runDelayed(ms: number, action: () => void): void {
  setTimeout(action, ms);
}

/**
 * Runs an action after a delay, or when the visitor leaves before: the tab is hidden, the page is left, or its frame
 * removed. Phones end a hidden page without another event.
 */
export function runBeforeLeaving(ms: number, action: () => void): void {
  const run = (event?: Event) => {
    if (event?.type === "visibilitychange" && document.visibilityState !== "hidden") return;
    clearTimeout(timer);
    window.removeEventListener("pagehide", run);
    document.removeEventListener("visibilitychange", run);
    action();
  };
  const timer = setTimeout(run, ms);
  window.addEventListener("pagehide", run);
  document.addEventListener("visibilitychange", run);
}
