import { type Box, max, min, pixels, type Size } from "../layout/geometry.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { DEFAULT_MARGIN, PERCENT_TYPE, type WidgetConfiguration } from "../protocol/configuration.ts";
import { HEADER_AND_FOOTER_HEIGHT } from "../protocol/protocol.ts";

/** The sizes of the content frame in pixels (docs/constants.md#sizes). */
const DEFAULT_WIDTH = 355;
const DEFAULT_WIDTH_PERCENT = 30;
const DEFAULT_HEIGHT = 450;
const MIN_CONTENT_HEIGHT = 250;
const MAX_HEIGHT = 600;
export const MIN_HEIGHT = MIN_CONTENT_HEIGHT + HEADER_AND_FOOTER_HEIGHT;

/** Windows up to this width count as phones: the frame takes the available width. */
const NARROW_WINDOW = 480;
/** Windows below this height have no room beside the frame, which takes them whole. */
export const LOW_WINDOW = 480;
/** The minimum for widths in percent, which are too narrow to answer in on small windows. */
const MIN_WIDTH = 280;

/** The place and size of the content frame. */
export interface ContentBox extends Box {
  /** The part of the height, in percent, that is above `top`. It stays the same when the height changes. */
  above: 0 | 50 | 100;
}

/** What decides about the frame's size. */
export type ContentView = Pick<LifecycleView, "_contentHeight" | "_fullHeight">;

/** @param room the height that there is. */
export function contentHeight(
  { _contentHeight: height, _fullHeight: fullHeight }: ContentView,
  room: number,
): number {
  const most = max(0, min(MAX_HEIGHT, room));
  const wanted =
    height === undefined ? DEFAULT_HEIGHT : max(height, MIN_CONTENT_HEIGHT) + HEADER_AND_FOOTER_HEIGHT;
  return fullHeight ? most : min(wanted, most);
}

export function contentWidth(configuration: WidgetConfiguration, { width: windowWidth }: Size): number {
  const available = windowWidth - 2 * (configuration.margin ?? DEFAULT_MARGIN);
  if (windowWidth <= NARROW_WINDOW) return available;
  const { width, width_type: type } = configuration;
  const wantedWidth =
    type === PERCENT_TYPE
      ? max(MIN_WIDTH, pixels(width ?? DEFAULT_WIDTH_PERCENT, type, windowWidth) as number)
      : (width ?? DEFAULT_WIDTH);
  return min(wantedWidth, available);
}
