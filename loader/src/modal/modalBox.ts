import { type ContentBox, type ContentView, contentHeight, contentWidth } from "../frame/contentBox.ts";
import type { Size } from "../layout/geometry.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";

/** The height of the window that a modal leaves free. */
const FREE_HEIGHT = 40;

/** Returns the place and size of the content frame: the middle of the window. */
export function modalBox(configuration: WidgetConfiguration, viewport: Size, view: ContentView): ContentBox {
  const width = contentWidth(configuration, viewport);
  const height = contentHeight(view, viewport.height - FREE_HEIGHT);
  return { top: viewport.height / 2, above: 50, right: (viewport.width - width) / 2, width, height };
}
