import { pristine, setAttribute } from "../basics/pristineGlobals.ts";
import { createButton, onClick, onEscape, watchIntent } from "../launcher/buttons.ts";
import type { FormOptions } from "../launcher/form.ts";
import { measure, SHADOW } from "../launcher/launcher.ts";
import { launcherBox, type Size, type Viewport } from "../layout/geometry.ts";
import { boxStyle, setStyle, VISIBLE } from "../layout/style.ts";
import { popoverBox } from "./popoverBox.ts";
import { POPOVER_CSS } from "./roundStyles.ts";

export const POPOVER_FRAME_ID = "psn-widget-popover-frame";

/**
 * Creates the text beside the round launcher: a button that opens the widget, and one that dismisses the text. Returns
 * the function that shows or hides it.
 */
export function createPopover(
  { _mount: mount, _configuration: configuration, language, labels, _send: send }: FormOptions,
  text: string,
): (visible: boolean, viewport: Viewport) => void {
  mount.popover ??= mount._addSurface();
  const { _element: element, _draw: draw } = mount.popover;
  const {
    popover_text_vertical: vertical = false,
    popover_text_width: width,
    popover_text_height: height,
  } = configuration;
  const content = pristine.document.createElement("div");
  const textButton = createButton("text", text);
  const dismissButton = createButton("dismiss", "×");
  let size: Size | undefined;

  setAttribute(element, "id", POPOVER_FRAME_ID + mount._idSuffix);
  setAttribute(element, "title", text);
  if (vertical) content.className = "vertical";
  content.lang = language;
  // The colors are the browser's own, those of the node's theme.
  content.style.colorScheme = configuration.color_scheme as string;
  content.dir = "auto";
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
  draw(content, POPOVER_CSS);

  return (visible, viewport) => {
    if (!visible) {
      element.blur();
      setStyle(element, "display:none;");
      return;
    }
    if (!size?.height) size = measure(element, content, viewport);
    const box = popoverBox(launcherBox(configuration, viewport), viewport, size, vertical);
    setStyle(element, `${boxStyle(box)}border-radius:12px;box-shadow:${SHADOW};${VISIBLE}`);
  };
}
