import { DEFAULT_MARGIN, DEFAULT_SIZE, PERCENT_TYPE, type WidgetConfiguration } from "../configuration.ts";
import type { LifecycleView } from "../lifecycle/lifecycle.ts";
import { HEADER_AND_FOOTER_HEIGHT, type Limits } from "../protocol.ts";
import { clean } from "../realm.ts";

/** The content frame's measures in pixels, but for the rate (specification, section 9). */
const DEFAULT_WIDTH = 355;
const DEFAULT_WIDTH_RATE = 30;
const DEFAULT_HEIGHT = 450;
const MIN_CONTENT_HEIGHT = 250;
const MAX_HEIGHT = 600;

/** Up to this width a window is a phone's: the frame takes what width there is. */
const NARROW_WINDOW = 480;
/** Percentages of small windows come out too narrow to answer in; never less than this. */
const MIN_WIDTH = 280;
/** Between launcher and frame. */
const GAP = 12;

/** The room of the host's window. */
export interface Viewport {
  width: number;
  height: number;
}

/** A place in the window: so far from its right edge, and from the edge that `side` names. */
export interface Place {
  side: "top" | "bottom";
  offset: number;
  right: number;
}

export interface LauncherBox extends Place {
  size: number;
}

export interface ContentBox extends Place {
  width: number;
  height: number;
  radius: number;
  limits: Limits;
}

/** Where the launcher is: the lower right corner, or what the configuration has, within the window. */
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
    offset: within(0, top ?? margin, viewport.height - size),
    right: within(0, right ?? margin, viewport.width - size),
    size,
  };
}

/**
 * Where the content frame is: above or below the launcher, where there is more room; beside it where there is
 * too little for the smallest frame.
 *
 * @param view how high its content is, whether it covers the window, and whether it takes all the height, as a
 *   chat does.
 */
export function contentBox(
  configuration: WidgetConfiguration,
  viewport: Viewport,
  { contentHeight, fullPage, fills }: Pick<LifecycleView, "contentHeight" | "fullPage" | "fills">,
): ContentBox {
  if (fullPage) return fullPageBox(viewport);

  const launcher = launcherBox(configuration, viewport);
  const margin = configuration.margin ?? DEFAULT_MARGIN;
  const width = contentWidth(configuration, viewport.width);
  const beyond = launcher.offset + launcher.size + GAP;
  // Seen from the side that the launcher is placed from: behind it, and between it and that side.
  const roomBehind = viewport.height - beyond - margin;
  const roomBefore = launcher.offset - GAP - margin;
  const smallest = MIN_CONTENT_HEIGHT + HEADER_AND_FOOTER_HEIGHT;

  let side = launcher.side;
  let offset = beyond;
  let { right } = launcher;
  let room = clean.Math.max(roomBehind, roomBefore);
  if (room < smallest) {
    room = viewport.height - 2 * margin;
    offset = margin;
    right += launcher.size + GAP;
  } else if (roomBefore > roomBehind) {
    side = side === "top" ? "bottom" : "top";
    offset = viewport.height - launcher.offset + GAP;
  }
  const most = clean.Math.max(0, clean.Math.min(MAX_HEIGHT, room));
  const wanted =
    contentHeight === undefined
      ? DEFAULT_HEIGHT
      : clean.Math.max(contentHeight, MIN_CONTENT_HEIGHT) + HEADER_AND_FOOTER_HEIGHT;

  return {
    side,
    offset,
    right: within(clean.Math.min(margin, right), right, viewport.width - width - margin),
    width,
    height: fills ? most : clean.Math.min(wanted, most),
    radius: configuration.radius ?? 0,
    limits: { maxContentHeight: clean.Math.max(0, most - HEADER_AND_FOOTER_HEIGHT), fullPage: false },
  };
}

function fullPageBox({ width, height }: Viewport): ContentBox {
  const limits = { maxContentHeight: clean.Math.max(0, height - HEADER_AND_FOOTER_HEIGHT), fullPage: true };
  return { side: "top", offset: 0, right: 0, width, height, radius: 0, limits };
}

function contentWidth(configuration: WidgetConfiguration, windowWidth: number): number {
  const available = windowWidth - 2 * (configuration.margin ?? DEFAULT_MARGIN);
  if (windowWidth <= NARROW_WINDOW) return available;
  const { width, width_type: type } = configuration;
  const wanted =
    type === PERCENT_TYPE
      ? clean.Math.max(MIN_WIDTH, pixels(width ?? DEFAULT_WIDTH_RATE, type, windowWidth) ?? 0)
      : (width ?? DEFAULT_WIDTH);
  return clean.Math.min(wanted, available);
}

function pixels(value: number | undefined, type: string | undefined, whole: number): number | undefined {
  if (value === undefined) return undefined;
  return type === PERCENT_TYPE ? clean.Math.round((whole * value) / 100) : value;
}

/** `value`, but not below `least` nor above `most`; `least` where both cannot be. */
function within(least: number, value: number, most: number): number {
  return clean.Math.max(least, clean.Math.min(value, most));
}
