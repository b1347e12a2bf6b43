import { type Box, besideLauncher, clamp, GAP, type Size } from "../layout/geometry.ts";

/**
 * Returns the place of the text that belongs to a launcher: between it and the middle of the window, beside it or, if
 * the text is vertical, above or below it.
 */
export function bubbleBox(launcher: Box, viewport: Size, { width, height }: Size, vertical: boolean): Box {
  let { top, right } = launcher;
  if (!vertical) {
    top += (launcher.height - height) / 2;
    right = besideLauncher(launcher, viewport, width);
  } else {
    top += 2 * top + launcher.height > viewport.height ? -GAP - height : launcher.height + GAP;
    right += (launcher.width - width) / 2;
  }
  return {
    top: clamp(0, top, viewport.height - height),
    right: clamp(0, right, viewport.width - width),
    width,
    height,
  };
}
