import type { Core } from "../core/parts.ts";
import { createContent, createOpener } from "./content.ts";

/** Creates what the bubble says: a button that opens the widget, and one that dismisses the text. */
export function createText(core: Core, text: string): HTMLElement {
  const {
    popover_text_vertical: vertical = false,
    popover_text_width: width,
    popover_text_height: height,
  } = core._configuration.config;
  const { _element: element, _dismissButton: dismissButton } = createContent(core);

  if (vertical) element.className = "vertical";
  // A configured length also replaces the limit for texts of any length.
  const setLength = (name: string, pixels: number | undefined) => {
    if (!pixels) return;
    element.style.setProperty(name, `${pixels}px`);
    element.style.setProperty(`max-${name}`, "none");
  };
  setLength("width", width);
  setLength("height", height);
  element.appendChild(createOpener(core, "text", text));
  element.appendChild(dismissButton);
  return element;
}
