/** Where a page comes from. */
export type Direction = "forward" | "back";

/**
 * Shows another page, which slides in where the browser can do that and nobody wants less motion.
 *
 * @param show changes the document, synchronously. Called at once or in the next frame.
 */
export function slide(direction: Direction, show: () => void): void {
  const root = document.documentElement;
  const isStill =
    root.classList.contains("is-still") || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  // A hidden page has no frames.
  if (isStill || document.visibilityState === "hidden" || !document.startViewTransition) {
    show();
    return;
  }
  root.dataset.slide = direction;
  const { ready, finished } = document.startViewTransition(show);
  // Another page may come before the motion is over.
  ready.catch(() => {});
  void finished.finally(() => {
    if (root.dataset.slide === direction) delete root.dataset.slide;
  });
}
