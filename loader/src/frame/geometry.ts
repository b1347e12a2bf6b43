import { DEFAULT_MARGIN, DEFAULT_SIZE, PERCENT_TYPE, type WidgetConfiguration } from "../configuration.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { pristine } from "../pristineGlobals.ts";
import { HEADER_AND_FOOTER_HEIGHT } from "../protocol.ts";

/** The sizes of the content frame in pixels (docs/constants.md#sizes). */
const DEFAULT_WIDTH = 355;
const DEFAULT_WIDTH_PERCENT = 30;
const DEFAULT_HEIGHT = 450;
const MIN_CONTENT_HEIGHT = 250;
const MAX_HEIGHT = 600;

/** Windows up to this width count as phones: the frame takes the available width. */
const NARROW_WINDOW = 480;
/** The minimum for widths in percent, which are too narrow to answer in on small windows. */
const MIN_WIDTH = 280;
/** The distance between launcher and frame. */
const GAP = 12;

/** The size of the host's window. */
export interface Viewport {
  width: number;
  height: number;
}

/** A position in the window. */
export interface Placement {
  side: "top" | "bottom";
  /** The distance from the edge that `side` names. */
  offset: number;
  /** The distance from the right edge. */
  right: number;
}

export interface LauncherBox extends Placement {
  size: number;
}

export interface ContentBox extends Placement {
  width: number;
  height: number;
  radius: number;
  fullPage: boolean;
}

/** Returns the place of the launcher: the lower right corner, or the configured position, within the window. */
export function launcherBox(configuration: WidgetConfiguration, viewport: Viewport): LauncherBox {
  const size = configuration.size ?? DEFAULT_SIZE;
  const margin = configuration.margin ?? DEFAULT_MARGIN;
  const top = pixels(
    configuration.widget_top_position,
    configuration.widget_top_position_type,
    viewport.height,
  );
  const right = pixels(
    configuration.widget_right_position,
    configuration.widget_right_position_type,
    viewport.width,
  );
  return {
    side: top === undefined ? "bottom" : "top",
    offset: clamp(0, top ?? margin, viewport.height - size),
    right: clamp(0, right ?? margin, viewport.width - size),
    size,
  };
}

/**
 * Returns the place and size of the content frame: above or below the launcher, whichever side has more room, or
 * beside it if neither has enough for the smallest frame.
 */
export function contentBox(
  configuration: WidgetConfiguration,
  viewport: Viewport,
  { contentHeight, fullPage, fullHeight }: Pick<LifecycleView, "contentHeight" | "fullPage" | "fullHeight">,
): ContentBox {
  if (fullPage) {
    const { width, height } = viewport;
    return { side: "top", offset: 0, right: 0, width, height, radius: 0, fullPage };
  }

  const launcher = launcherBox(configuration, viewport);
  const margin = configuration.margin ?? DEFAULT_MARGIN;
  const width = contentWidth(configuration, viewport.width);
  const beyondLauncher = launcher.offset + launcher.size + GAP;
  // As seen from the edge that the launcher is placed from.
  const roomBeyond = viewport.height - beyondLauncher - margin;
  const roomBefore = launcher.offset - GAP - margin;
  const smallest = MIN_CONTENT_HEIGHT + HEADER_AND_FOOTER_HEIGHT;

  let side = launcher.side;
  let offset = beyondLauncher;
  let { right } = launcher;
  let room = max(roomBeyond, roomBefore);
  if (room < smallest) {
    room = viewport.height - 2 * margin;
    offset = margin;
    right += launcher.size + GAP;
  } else if (roomBefore > roomBeyond) {
    side = side === "top" ? "bottom" : "top";
    offset = viewport.height - launcher.offset + GAP;
  }
  const maxHeight = max(0, min(MAX_HEIGHT, room));
  const wantedHeight =
    contentHeight === undefined
      ? DEFAULT_HEIGHT
      : max(contentHeight, MIN_CONTENT_HEIGHT) + HEADER_AND_FOOTER_HEIGHT;

  return {
    side,
    offset,
    right: clamp(min(margin, right), right, viewport.width - width - margin),
    width,
    height: fullHeight ? maxHeight : min(wantedHeight, maxHeight),
    radius: configuration.radius ?? 0,
    fullPage,
  };
}

function contentWidth(configuration: WidgetConfiguration, windowWidth: number): number {
  const available = windowWidth - 2 * (configuration.margin ?? DEFAULT_MARGIN);
  if (windowWidth <= NARROW_WINDOW) return available;
  const { width, width_type: type } = configuration;
  const wantedWidth =
    type === PERCENT_TYPE
      ? max(MIN_WIDTH, pixels(width ?? DEFAULT_WIDTH_PERCENT, type, windowWidth) ?? 0)
      : (width ?? DEFAULT_WIDTH);
  return min(wantedWidth, available);
}

function pixels(value: number | undefined, type: string | undefined, whole: number): number | undefined {
  if (value === undefined) return undefined;
  return type === PERCENT_TYPE ? pristine.Math.round((whole * value) / 100) : value;
}

/** Limits `value` to a range. If the range is empty, `least` wins. */
function clamp(least: number, value: number, most: number): number {
  return max(least, min(value, most));
}

function min(a: number, b: number): number {
  return a < b ? a : b;
}

function max(a: number, b: number): number {
  return a > b ? a : b;
}
