import { listen } from "../basics/listeners.ts";
import type { Size } from "../layout/geometry.ts";
import type { ContentBox } from "./contentBox.ts";

/** The least height of a keyboard on the screen, in pixels. A scroll bar is less. */
const KEYBOARD_HEIGHT = 100;

/** What a keyboard on the screen leaves of the window. It covers the lower part, and the rest of the window scrolls. */
export interface UncoveredWindow {
  /** The distance from the window's top edge. */
  top: number;
  height: number;
}

/** Calls back whenever a keyboard on the screen may have come, gone or been scrolled away from. */
export function watchKeyboard(onChange: () => void): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  listen(visualViewport, "resize", onChange);
  listen(visualViewport, "scroll", onChange);
}

/** Returns `undefined` where no keyboard covers the window. A visitor who zooms in sees less of it, too, but as wanted. */
export function uncoveredWindow(): UncoveredWindow | undefined {
  const { visualViewport, innerHeight } = window;
  if (visualViewport?.scale !== 1 || innerHeight - visualViewport.height <= KEYBOARD_HEIGHT) return undefined;
  return { top: visualViewport.offsetTop, height: visualViewport.height };
}

/** Returns the box of a frame that covers what is left of the window. */
export function uncoveredBox({ top, height }: UncoveredWindow, { width }: Size): ContentBox {
  return { top, above: 0, right: 0, width, height };
}
