/** An sRGB color: red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/** The minimum contrast between text and its background (WCAG 2.2, level AA). */
const TEXT_CONTRAST = 4.5;

/** How far one step moves a color towards black or white. */
const STEP = 0.06;

/** Parses `#rgb` and `#rrggbb`; returns `undefined` for anything else. */
export function parseColor(text: string): Color | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns a readable text color for a background: white if its contrast suffices, otherwise black. */
export function textColorOn(background: Color): Color {
  return contrast(WHITE, background) >= TEXT_CONTRAST ? WHITE : BLACK;
}

/** Darkens a color on a light background, and lightens it on a dark one, until it has a contrast with it. */
export function withContrast(color: Color, background: Color, ratio: number): Color {
  const isLight = contrast(BLACK, background) > contrast(WHITE, background);
  const move = (channel: number) =>
    isLight ? Math.floor(channel * (1 - STEP)) : Math.ceil(channel + (255 - channel) * STEP);
  let [red, green, blue] = color;
  while (contrast([red, green, blue], background) < ratio) {
    [red, green, blue] = [move(red), move(green), move(blue)];
  }
  return [red, green, blue];
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(a: Color, b: Color): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

export function toCss([red, green, blue]: Color): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Relative luminance (WCAG 2.2). */
function luminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
