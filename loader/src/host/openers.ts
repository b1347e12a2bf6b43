import { listen } from "../basics/listeners.ts";
import { pristine, report } from "../basics/pristineGlobals.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";

/**
 * Calls back when the visitor presses an element of the host page that opens the widget: one with `data-psn-open`, which
 * names a widget or, if empty, means the first one on the page, or one that the widget's own selector matches. A selector
 * that is none is reported, and left out.
 */
export function watchOpeners(
  code: string,
  isFirst: boolean,
  configuration: WidgetConfiguration,
  onOpen: (keyboard: boolean) => void,
): void {
  const { closest } = pristine.Element.prototype;
  let selector = `[data-psn-open="${code}"]${isFirst ? ',[data-psn-open=""]' : ""}`;
  const { display_on_click: own } = configuration;
  try {
    if (own) {
      closest.call(document.documentElement, own);
      // At the end: a browser closes what is open at the end of a selector.
      selector += `,${own}`;
    }
  } catch {
    report(`display_on_click is no CSS selector: ${own}`);
    // Once, also where the widget is drawn again.
    configuration.display_on_click = undefined;
  }
  listen<MouseEvent>(document, "click", ({ target, detail }) => {
    try {
      // A click by the keyboard has a click count of 0.
      if (closest.call(target as Element, selector)) onOpen(detail === 0);
    } catch {
      // The document itself.
    }
  });
}
