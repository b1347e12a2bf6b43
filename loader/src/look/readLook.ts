import { pristine } from "../basics/pristineGlobals.ts";
import type { Look } from "../protocol/protocol.ts";
import { type Color, contrast, parseColor, toHex, WHITE } from "./color.ts";

/** What a widget takes from the button of its host page. */
export interface ButtonLook extends Look {
  /** The color of what stands on `color`, as `#RRGGBB`. */
  ink: string;
}

/** A button as the browser computes it. */
export type ButtonStyle = Pick<
  CSSStyleDeclaration,
  "backgroundColor" | "color" | "borderTopLeftRadius" | "fontFamily"
>;

/** The minimum contrast of a text (WCAG 2.2, level AA). */
const TEXT_CONTRAST = 4.5;

/** The contrast from which a button's color is one of its own, and not a shade of the page's background. */
const OWN_COLOR_CONTRAST = 1.25;

/** The largest rounding that is taken: that of a pill would cut off the corners of a frame. In pixels. */
const MAX_RADIUS = 24;

/** Names of font families, with what separates them. No functions, no escapes. */
const FONT_FAMILIES = "^[\\p{L}\\p{N} ,'\"._-]{1,200}$";

/**
 * Returns the look of a button: its color, a readable color on that, and what it has of a radius and fonts. `undefined` if the
 * button has no opaque color of its own.
 *
 * @param page the color of the host page's background.
 */
export function lookOf(button: ButtonStyle, page: Color): ButtonLook | undefined {
  const color = parseColor(button.backgroundColor);
  if (!color || contrast(color, page) < OWN_COLOR_CONTRAST) return undefined;
  const ink = parseColor(button.color);
  const look: ButtonLook = {
    color: toHex(color),
    ink: ink && contrast(ink, color) >= TEXT_CONTRAST ? toHex(ink) : inkOn(color),
  };
  const radius = pixels(button.borderTopLeftRadius);
  if (radius !== undefined) look.radius = pristine.Math.min(radius, MAX_RADIUS);
  if (new pristine.RegExp(FONT_FAMILIES, "u").test(button.fontFamily)) look.font = button.fontFamily;
  return look;
}

/** White where that can be read, else black. */
function inkOn(color: Color): string {
  return contrast(WHITE, color) >= TEXT_CONTRAST ? "#FFFFFF" : "#000000";
}

function pixels(length: string): number | undefined {
  const found = pristine.RegExp.prototype.exec.call(new pristine.RegExp("^(\\d+(\\.\\d+)?)px$"), length);
  return found ? +(found[1] ?? 0) : undefined;
}
