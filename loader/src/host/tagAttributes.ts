import { pristine, startsWith } from "../basics/pristineGlobals.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { DEFAULT_MARGIN, DEFAULT_SIZE } from "../protocol/configuration.ts";

/**
 * Returns the script element that has brought this loader. Late and as a part of another script a loader has no current
 * one, and is found by its address.
 */
export function findTag(code: string): Element | null {
  const { querySelector } = pristine.Document.prototype;
  return document.currentScript ?? querySelector.call(document, `[src*="/${code}.js"]`);
}

/**
 * Applies the `data-` attributes of the script tag to a widget's configuration (docs/widget.md#attributes-of-the-script).
 * Returns the names of those whose values are wrong; they change nothing.
 */
export function applyAttributes(tag: Element | null, configuration: WidgetConfiguration): string {
  let wrong = "";
  const { size = DEFAULT_SIZE, margin = DEFAULT_MARGIN } = configuration;
  /** Returns the value of an attribute, or else of its setting. */
  const read = (name: string, pattern: string, setting?: string) => {
    const value = tag && pristine.Element.prototype.getAttribute.call(tag, `data-${name}`);
    if (value === null) return setting;
    if (new pristine.RegExp(`^(${pattern})$`).test(value)) return value;
    wrong += ` data-${name}`;
    return setting;
  };
  configuration.default_language_code = read(
    "language",
    "[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*",
    configuration.default_language_code,
  );
  const position = read("position", "(top|bottom)-(left|right)");
  if (position) {
    // From the window's edges in pixels; negative: from the opposite ones.
    const opposite = -margin - size;
    configuration.widget_top_position_type = configuration.widget_right_position_type = "px";
    configuration.widget_top_position = startsWith(position, "top") ? margin : opposite;
    configuration.widget_right_position = pristine.String.prototype.endsWith.call(position, "right")
      ? margin
      : opposite;
  }
  configuration.z_index = read("z-index", "-?\\d{1,10}");
  configuration.theme = read("theme", "from-page") as "from-page" | undefined;
  if (read("launcher", "hidden")) configuration.is_visible = false;
  configuration.consent = read("consent", "required", configuration.consent);
  return wrong;
}
