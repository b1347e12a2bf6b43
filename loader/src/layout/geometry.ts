import { pristine } from "../basics/pristineGlobals.ts";
import {
  DEFAULT_MARGIN,
  DEFAULT_SIZE,
  PERCENT_TYPE,
  type WidgetConfiguration,
} from "../protocol/configuration.ts";

/** The distance between the round launcher and what belongs to it. */
export const GAP = 12;

/** The size of the host's window, or of an element. */
export interface Size {
  width: number;
  height: number;
}

/** The host's window. */
export interface Viewport extends Size {
  /** The host page runs from right to left. */
  rightToLeft?: boolean | undefined;
}

/** A place in the window: distances from its top and right edges, and a size, in pixels. */
export interface Box extends Size {
  top: number;
  right: number;
}

/**
 * Returns the place of the round launcher: the lower corner at which lines end, or the configured position, within the window.
 */
export function launcherBox(configuration: WidgetConfiguration, viewport: Viewport): Box {
  const size = configuration.size ?? DEFAULT_SIZE;
  const margin = configuration.margin ?? DEFAULT_MARGIN;
  const lowest = viewport.height - size;
  const most = viewport.width - size;
  return {
    top: clamp(0, configuredTop(configuration, viewport) ?? lowest - margin, lowest),
    right: clamp(0, configuredRight(configuration, viewport) ?? fromLineEnd(margin, most, viewport), most),
    width: size,
    height: size,
  };
}

/** Returns the distance from the right edge of what is beside the launcher, on the side of the window's middle. */
export function besideLauncher(launcher: Box, viewport: Size, width: number): number {
  return launcher.right + (isOnLeft(launcher, viewport) ? -GAP - width : launcher.width + GAP);
}

/** Returns whether an element is in the left half of the window. */
export function isOnLeft({ right, width }: Box, viewport: Size): boolean {
  return 2 * right + width > viewport.width;
}

export function configuredTop(configuration: WidgetConfiguration, viewport: Size): number | undefined {
  return distance(configuration.widget_top_position, configuration.widget_top_position_type, viewport.height);
}

export function configuredRight(configuration: WidgetConfiguration, viewport: Size): number | undefined {
  return distance(
    configuration.widget_right_position,
    configuration.widget_right_position_type,
    viewport.width,
  );
}

/** Returns the distance from the right edge of what is so far from the edge at which lines end, and has `most` at the other. */
export function fromLineEnd(margin: number, most: number, { rightToLeft }: Viewport): number {
  return rightToLeft ? most - margin : margin;
}

/** Returns a configured distance in pixels. A negative one is from the opposite edge. */
function distance(value: number | undefined, type: string | undefined, whole: number): number | undefined {
  const found = pixels(value, type, whole);
  return found !== undefined && found < 0 ? whole + found : found;
}

/** Returns a configured length in pixels. */
export function pixels(
  value: number | undefined,
  type: string | undefined,
  whole: number,
): number | undefined {
  return value !== undefined && type === PERCENT_TYPE ? pristine.Math.round((whole * value) / 100) : value;
}

/** Limits `value` to a range. If the range is empty, `least` wins. */
export function clamp(least: number, value: number, most: number): number {
  return max(least, min(value, most));
}

export function min(a: number, b: number): number {
  return a < b ? a : b;
}

export function max(a: number, b: number): number {
  return a > b ? a : b;
}
