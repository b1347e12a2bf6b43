import { onRemoval } from "../basics/listeners.ts";
import { textFor } from "../launcher/textFor.ts";
import type { Viewport } from "../layout/geometry.ts";
import type { LifecycleView } from "../lifecycle/view.ts";
import { loadPart } from "./loadPart.ts";
import type { Bubble, BubbleModule } from "./parts.ts";
import type { Widget } from "./widgetState.ts";

/** The file name of the bubble that was built with this core (`builds.mjs`). */
declare const __PSN_BUBBLE__: string;

/**
 * Loads the bubble when it has something to say. If it does not come, the widget is as without it. Returns the function that
 * draws it.
 */
export function createLazyBubble(widget: Widget): (view: LifecycleView, viewport: Viewport) => void {
  const { _configuration: configuration } = widget;
  const { popover_text: texts, question } = configuration.config;
  let bubble: Bubble | undefined;
  let isWanted = false;
  let isRemoved = false;
  onRemoval(() => {
    isRemoved = true;
    bubble?.remove();
  });
  return (view, viewport) => {
    bubble?._render(view, viewport);
    if (isWanted || !view._popoverVisible || !(question || textFor("", texts))) return;
    isWanted = true;
    const start = (module: BubbleModule) => {
      if (isRemoved) return;
      bubble = module.start(widget);
      widget._render();
    };
    loadPart(configuration, __PSN_BUBBLE__, start, () => {});
  };
}
