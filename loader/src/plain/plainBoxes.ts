import { DEFAULT_MARGIN, type WidgetConfiguration } from "../configuration.ts";
import {
  type ContentBox,
  type ContentView,
  contentHeight,
  contentWidth,
  MIN_HEIGHT,
} from "../frame/contentBox.ts";
import { type Box, clamp, GAP, isOnLeft, launcherBox, min, type Size } from "../geometry.ts";

/**
 * Returns the place and size of the content frame: above or below the launcher, whichever side has more room, or
 * beside it if neither has enough for the smallest frame.
 */
export function contentBox(
  configuration: WidgetConfiguration,
  viewport: Size,
  view: ContentView,
): ContentBox {
  const launcher = launcherBox(configuration, viewport);
  const margin = configuration.margin ?? DEFAULT_MARGIN;
  const width = contentWidth(configuration, viewport);
  const bottom = launcher.top + launcher.height;
  const roomAbove = launcher.top - GAP - margin;
  const roomBelow = viewport.height - bottom - GAP - margin;

  let { right } = launcher;
  let isAbove = roomAbove >= roomBelow;
  let room = isAbove ? roomAbove : roomBelow;
  let top = isAbove ? launcher.top - GAP : bottom + GAP;
  if (room < MIN_HEIGHT) {
    isAbove = true;
    room = viewport.height - 2 * margin;
    top = viewport.height - margin;
    right = besideLauncher(launcher, viewport, width);
  }
  return {
    top,
    above: isAbove ? 100 : 0,
    right: clamp(min(margin, launcher.right), right, viewport.width - width - margin),
    width,
    height: contentHeight(view, room),
  };
}

/**
 * Returns the place of the text that belongs to a launcher: between it and the middle of the window, beside it or, if
 * the text is vertical, above or below it.
 */
export function popoverBox(launcher: Box, viewport: Size, { width, height }: Size, vertical: boolean): Box {
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

/** Returns the distance from the right edge of what is beside the launcher, on the side of the window's middle. */
function besideLauncher(launcher: Box, viewport: Size, width: number): number {
  return launcher.right + (isOnLeft(launcher, viewport) ? -GAP - width : launcher.width + GAP);
}
