import {
  type ContentBox,
  type ContentView,
  contentHeight,
  contentWidth,
  MIN_HEIGHT,
} from "../frame/contentBox.ts";
import { besideLauncher, clamp, GAP, launcherBox, min, type Viewport } from "../layout/geometry.ts";
import { DEFAULT_MARGIN, type WidgetConfiguration } from "../protocol/configuration.ts";

/**
 * Returns the place and size of the content frame: above or below the launcher, whichever side has more room, or
 * beside it if neither has enough for the smallest frame.
 */
export function plainBox(
  configuration: WidgetConfiguration,
  viewport: Viewport,
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
