import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";
import { createButton, onClick, onEscape, watchIntent } from "../launcher/buttons.ts";

/** Creates what the bubble says: a button that opens the widget, and one that dismisses the text. */
export function createText(
  { _configuration, language, labels, _send: send }: Core,
  text: string,
): HTMLElement {
  const {
    popover_text_vertical: vertical = false,
    popover_text_width: width,
    popover_text_height: height,
    color_scheme: scheme,
    look,
  } = _configuration.config;
  const content = pristine.document.createElement("div");
  const textButton = createButton("text", text);
  const dismissButton = createButton("dismiss", "×");

  if (vertical) content.className = "vertical";
  content.lang = language ?? "en";
  // The colors are the browser's own, those of the node's theme.
  content.style.colorScheme = scheme as string;
  content.dir = "auto";
  if (look?.font) content.style.fontFamily = look.font;
  // A configured length also replaces the limit for texts of any length.
  const setLength = (name: string, pixels: number | undefined) => {
    if (!pixels) return;
    content.style.setProperty(name, `${pixels}px`);
    content.style.setProperty(`max-${name}`, "none");
  };
  setLength("width", width);
  setLength("height", height);
  dismissButton.setAttribute("aria-label", labels.close);
  content.appendChild(textButton);
  content.appendChild(dismissButton);

  const dismiss = (keyboard: boolean) => send({ type: "_dismiss_popover", _keyboard: keyboard });
  watchIntent(textButton, send);
  onClick(textButton, (keyboard) => send({ type: "open", _keyboard: keyboard }));
  onClick(dismissButton, dismiss);
  onEscape(content, () => dismiss(true));
  return content;
}
