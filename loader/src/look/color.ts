import { pristine } from "../basics/pristineGlobals.ts";

/** An sRGB color: red, green and blue from 0 to 255. */
export interface Color {
  red: number;
  green: number;
  blue: number;
}

export const WHITE: Color = { red: 255, green: 255, blue: 255 };

/** Parses an opaque color as browsers compute it, `rgb(1, 2, 3)`; `undefined` for anything else. */
export function parseColor(css: string): Color | undefined {
  const channel = "(\\d{1,3})";
  const parts = new pristine.RegExp(`^rgb\\(${channel}, ${channel}, ${channel}\\)$`);
  const found = pristine.RegExp.prototype.exec.call(parts, css);
  return found ? { red: +(found[1] ?? 0), green: +(found[2] ?? 0), blue: +(found[3] ?? 0) } : undefined;
}

/** Returns the color as an import writes it, `#RRGGBB`. */
export function toHex({ red, green, blue }: Color): string {
  const number = 0x1000000 + (red << 16) + (green << 8) + blue;
  const { toUpperCase, slice } = pristine.String.prototype;
  return `#${slice.call(toUpperCase.call(pristine.Number.prototype.toString.call(number, 16)), 1)}`;
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return ratio < 1 ? 1 / ratio : ratio;
}

/** Relative luminance (WCAG 2.2). */
function luminance({ red, green, blue }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
