import { type Box, clamp, GAP, isOnLeft, type Size } from "./geometry.ts";

/**
 * Returns the place of a question or a reply that belongs to a launcher: above or below it, whichever side has more room, and
 * flush with it at the nearer edge of the window.
 */
export function flushBox(launcher: Box, viewport: Size, { width, height }: Size): Box {
  const isBelow = 2 * launcher.top + launcher.height <= viewport.height;
  const top = launcher.top + (isBelow ? launcher.height + GAP : -GAP - height);
  const right = launcher.right + (isOnLeft(launcher, viewport) ? launcher.width - width : 0);
  return {
    top: clamp(0, top, viewport.height - height),
    right: clamp(0, right, viewport.width - width),
    width,
    height,
  };
}
