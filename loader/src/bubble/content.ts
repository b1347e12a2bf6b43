import { pristine, setAttribute } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { createButton, onClick, onEscape, watchIntent } from "../launcher/buttons.ts";

/** What stands in the bubble, without what it says, and the button that dismisses it. */
export interface Content {
  _element: HTMLElement;
  _dismissButton: HTMLElement;
}

/** Creates the bubble's content in the widget's language, colors and font. Escape dismisses it, too. */
export function createContent({ _configuration, language, labels, _send: send }: Core): Content {
  const { color_scheme: scheme, look } = _configuration.config;
  const element = pristine.document.createElement("div");
  const dismissButton = createButton("dismiss", "×");
  element.lang = language ?? "en";
  element.dir = "auto";
  // The colors are the browser's own, those of the node's theme.
  element.style.colorScheme = scheme as string;
  if (look?.font) element.style.fontFamily = look.font;
  setAttribute(dismissButton, "aria-label", labels.close);
  const dismiss = (keyboard: boolean) => send({ type: "_dismiss_popover", _keyboard: keyboard });
  onClick(dismissButton, dismiss);
  onEscape(element, () => dismiss(true));
  return { _element: element, _dismissButton: dismissButton };
}

/** Creates a button that opens the widget. @param onPress called before. */
export function createOpener(
  { _send: send }: Core,
  className: string,
  text: string,
  onPress = () => {},
): HTMLButtonElement {
  const button = createButton(className, text);
  watchIntent(button, send);
  onClick(button, (keyboard) => {
    onPress();
    send({ type: "open", _keyboard: keyboard });
  });
  return button;
}
