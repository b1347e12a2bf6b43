import { DEFAULT_PRIMARY_COLOR } from "pulsen-loader/configuration";
import { type Color, parseColor, textColorOn, toCss, withContrast } from "./color";

/** The page's surface in each theme, as in `styles/tokens.css` and `styles/dark.css`. */
export const SURFACES: Record<"light" | "dark", Color> = { light: [255, 255, 255], dark: [29, 31, 36] };

/** The contrast of text in the accent color. Above the minimum of 4.5 because such text also stands on tints. */
const TEXT_CONTRAST = 5.3;

/** The contrast of an edge in the accent color. */
const EDGE_CONTRAST = 3.1;

/**
 * Sets the accent color of the page, and the shades of it that have contrast in either theme (docs/widget.md#colors). Uses
 * the style object because the Content Security Policy allows no style attributes.
 *
 * @param primaryColor the color in the record of the node or widget; the default color replaces an invalid one.
 */
export function applyTheme(root: HTMLElement, primaryColor: string | null | undefined): void {
  for (const [name, color] of themeProperties(primaryColor)) root.style.setProperty(name, color);
}

/** Returns the custom properties of a page with this accent color, as CSS. */
export function themeProperties(primaryColor: string | null | undefined): [name: string, color: string][] {
  const accent = parseColor(primaryColor ?? "") ?? parseColor(DEFAULT_PRIMARY_COLOR);
  if (!accent) return [];
  return Object.entries(accentColors(accent)).map(([name, color]) => [name, toCss(color)]);
}

/** Returns the custom properties that follow from an accent color. */
export function accentColors(accent: Color): Record<string, Color> {
  const colors: Record<string, Color> = { "--accent": accent, "--on-accent": textColorOn(accent) };
  for (const [theme, surface] of Object.entries(SURFACES)) {
    colors[`--text-on-${theme}`] = withContrast(accent, surface, TEXT_CONTRAST);
    colors[`--edge-on-${theme}`] = withContrast(accent, surface, EDGE_CONTRAST);
  }
  return colors;
}
