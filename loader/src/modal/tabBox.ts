import { pristine } from "../basics/pristineGlobals.ts";
import {
  type Box,
  clamp,
  configuredRight,
  configuredTop,
  fromLineEnd,
  min,
  type Size,
  type Viewport,
} from "../layout/geometry.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";

/**
 * Returns the place of the side tab: on the edge of the window that the configured position is nearer to, or at which lines
 * end, at the configured height or halfway.
 *
 * @param tab the size that its text needs.
 */
export function tabBox(configuration: WidgetConfiguration, viewport: Viewport, tab: Size): Box {
  const most = viewport.width - tab.width;
  const height = min(tab.height, viewport.height);
  const top = configuredTop(configuration, viewport) ?? pristine.Math.round((viewport.height - height) / 2);
  return {
    top: clamp(0, top, viewport.height - height),
    right: 2 * (configuredRight(configuration, viewport) ?? fromLineEnd(0, most, viewport)) > most ? most : 0,
    width: tab.width,
    height,
  };
}
