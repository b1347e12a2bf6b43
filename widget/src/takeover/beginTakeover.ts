/** Set by the server on a root element that holds the HTML of the first view. */
export const PRERENDERED = "data-prerendered";

/** Hides the first view of a visitor for whom the page has another one; set by the early scripts. */
export const HIDDEN = "is-hidden-early";

/**
 * Says that the page's scripts have started, and empties a root that is hidden. Returns whether there is something to take over.
 */
export function beginTakeover(root: HTMLElement): boolean {
  const { classList } = document.documentElement;
  if (!root.hasAttribute(PRERENDERED)) return false;
  root.setAttribute(PRERENDERED, "taken");
  if (!classList.contains(HIDDEN) && window.pulsenEarly) return true;
  window.pulsenEarly?.stop();
  classList.remove(HIDDEN);
  root.replaceChildren();
  root.removeAttribute(PRERENDERED);
  return false;
}
