import { listen } from "../listeners.ts";
import { pristine } from "../pristineGlobals.ts";

/**
 * Calls back when the visitor presses an element of the host page that opens the widget: one with `data-psn-open`, which
 * names a widget or, if empty, means the first one on the page.
 */
export function watchOpeners(code: string, isFirst: boolean, onOpen: (keyboard: boolean) => void): void {
  const selector = `[data-psn-open="${code}"]${isFirst ? ',[data-psn-open=""]' : ""}`;
  listen<MouseEvent>(document, "click", ({ target, detail }) => {
    try {
      // A click by the keyboard has a click count of 0.
      if (pristine.Element.prototype.closest.call(target as Element, selector)) onOpen(detail === 0);
    } catch {
      // The document itself.
    }
  });
}
