import { inkOf, parseColour, textColourOn, toCss } from "./colour";

/** The accent of a node without one (specification, section 3.1). */
const DEFAULT_ACCENT = "#20B8F7";

/**
 * Gives the page its node's accent colour, with the shades that keep text readable whatever that colour is.
 * Set through the style object: the page's policy allows no style attributes.
 */
export function applyTheme(root: HTMLElement, primaryColour: string | null | undefined): void {
  const accent = parseColour(primaryColour ?? "") ?? parseColour(DEFAULT_ACCENT);
  if (!accent) return;
  root.style.setProperty("--accent", toCss(accent));
  root.style.setProperty("--on-accent", toCss(textColourOn(accent)));
  root.style.setProperty("--accent-ink", toCss(inkOf(accent)));
}
