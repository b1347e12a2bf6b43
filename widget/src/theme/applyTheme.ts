import { DEFAULT_PRIMARY_COLOR } from "pulsen-loader/configuration";
import { parseColor, readableOnWhite, textColorOn, toCss } from "./color";

/**
 * Sets the accent color of the page, and the shades of it that keep text readable (docs/widget.md#colors). Uses the
 * style object because the Content Security Policy allows no style attributes.
 *
 * @param primaryColor the color in the record of the node or widget; the default color replaces an invalid one.
 */
export function applyTheme(root: HTMLElement, primaryColor: string | null | undefined): void {
  const accent = parseColor(primaryColor ?? "") ?? parseColor(DEFAULT_PRIMARY_COLOR);
  if (!accent) return;
  root.style.setProperty("--accent", toCss(accent));
  root.style.setProperty("--on-accent", toCss(textColorOn(accent)));
  root.style.setProperty("--accent-text", toCss(readableOnWhite(accent)));
}
