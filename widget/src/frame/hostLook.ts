import type { Look } from "pulsen-loader/protocol";
import { applyTheme } from "../theme/applyTheme";
import { parseColor } from "../theme/color";

/** The largest rounding of controls, in pixels. */
const MAX_RADIUS = 24;

/** Names of font families, and what separates them. */
const FONT_FAMILIES = /^[\p{L}\p{N} ,'"._-]{1,200}$/u;

/**
 * Gives the page what the button of the host page looks like (docs/widget.md#the-look-of-the-page). Leaves out what is not a
 * color, a radius or a list of font families.
 */
export function applyHostLook(page: HTMLElement, { color, radius, font }: Partial<Look>): void {
  if (typeof color === "string" && parseColor(color)) applyTheme(page, color);
  const set = (name: string, value: string) => page.style.setProperty(name, value);
  if (typeof radius === "number" && radius >= 0 && radius <= MAX_RADIUS) {
    for (const part of ["control", "button"]) set(`--radius-${part}`, `${radius}px`);
  }
  if (typeof font === "string" && FONT_FAMILIES.test(font)) set("--font", `${font}, system-ui, sans-serif`);
}
