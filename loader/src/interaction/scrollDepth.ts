import { listen } from "../basics/listeners.ts";
import type { Core } from "../core/parts.ts";

/** Pixels by which the end of a page counts as reached: a browser that zooms scrolls by fractions of a pixel. */
const TOLERANCE = 1;

/** Tells when the visitor has scrolled far enough for the widget to open by itself. */
export interface ScrollDepth {
  /** Begins to listen, until the widget is removed. */
  begin(): void;
  /** Looks once, for a page that does not scroll from now on. */
  measure(): void;
}

/** @param percent of the way from the top of the page to its end. */
export function createScrollDepth(core: Core, percent: number): ScrollDepth {
  let wasReached = false;
  const look = () => {
    const isReached = isScrolledTo(percent);
    // Once for each time that it is reached: a visitor at the end of a page may go on to scroll there.
    if (isReached && !wasReached && !core.state._opened) core._send({ type: "scrolled" });
    wasReached = isReached;
  };
  return {
    begin: () => listen(window, "scroll", look),
    measure() {
      wasReached = false;
      look();
    },
  };
}

/** Returns whether the window is at this part of what can be scrolled. A page without anything to scroll is at its end. */
function isScrolledTo(percent: number): boolean {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement;
  const { innerHeight, scrollY } = window;
  return scrollY + TOLERANCE >= ((scrollHeight - innerHeight) * percent) / 100;
}
