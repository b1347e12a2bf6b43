import { listen } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";

/** The height of the zone at the top of the page, and the width of the one at its right edge that does not count. */
const EXIT_ZONE = 50;

/** Where the pointer is on its way to a field or to what the browser shows for it, such as the list of a select. */
const FIELDS = "input,select,textarea,fieldset";

/** A scroll up counts as quick if it covers this distance in pixels within this time. */
const QUICK_SCROLL = 150;
const QUICK_SCROLL_MS = 100;

/**
 * Calls back when the visitor seems about to leave the page: the pointer leaves it through its top, or, on screens
 * without a pointer, the visitor scrolls up quickly, towards the browser's address bar.
 */
export function watchExitIntent(onExit: () => void): void {
  listen<MouseEvent>(document, "mouseout", ({ target, relatedTarget, clientX, clientY }) => {
    if (relatedTarget || clientY >= EXIT_ZONE || clientX >= window.innerWidth - EXIT_ZONE) return;
    if (!isInField(target)) onExit();
  });
  if (pristine.matchMedia("(hover:none)").matches) watchQuickScroll(onExit);
}

function isInField(target: EventTarget | null): boolean {
  try {
    return !!pristine.Element.prototype.closest.call(target as Element, FIELDS);
  } catch {
    // The document itself.
    return false;
  }
}

function watchQuickScroll(onQuickScroll: () => void): void {
  let since = 0;
  let from = 0;
  listen(window, "scroll", () => {
    const now = pristine.Date.now();
    const { scrollY } = window;
    if (now - since > QUICK_SCROLL_MS || scrollY > from) {
      since = now;
      from = scrollY;
    } else if (from - scrollY >= QUICK_SCROLL) onQuickScroll();
  });
}
