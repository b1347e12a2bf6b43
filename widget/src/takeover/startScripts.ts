/** Resolves when the page has been read. For scripts in its head. */
export const whenParsed = new Promise<unknown>((resolve) => addEventListener("DOMContentLoaded", resolve));

/** Starts the scripts of a page that came with the HTML of its first view, unless they have started (`backend/src/pages/scripts.rs`). */
export function startScripts() {
  document.dispatchEvent(new Event("pulsen-start"));
}

/**
 * Starts them after the next frame: before it they would delay the first paint. An observer of intersections reports for the first time
 * after that frame; a page in the background has no frames. Not by the browser's report of the first paint: where that is withheld for
 * privacy, the scripts would never start.
 */
export function startAfterPaint() {
  if (document.hidden) return startScripts();
  document.addEventListener("visibilitychange", startScripts);
  new IntersectionObserver(startScripts).observe(document.body);
}
