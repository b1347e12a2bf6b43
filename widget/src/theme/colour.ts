/** A colour of the screen: red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];

/** The least contrast of text with its ground (WCAG 2.2, level AA). */
const TEXT_CONTRAST = 4.5;

/** Text in the accent colour also stands on pale tints of it: some more than the least. */
const INK_CONTRAST = 5.2;

/** Reads `#rgb` and `#rrggbb`; `undefined` for anything else. */
export function parseColour(text: string): Colour | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return undefined;
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** White or black, whichever can be read on `ground`: white as long as it can. */
export function textColourOn(ground: Colour): Colour {
  return contrast(WHITE, ground) >= TEXT_CONTRAST ? WHITE : BLACK;
}

/** The same hue, dark enough to be read on white. */
export function inkOf(colour: Colour): Colour {
  let ink = colour;
  while (contrast(ink, WHITE) < INK_CONTRAST) ink = darker(ink);
  return ink;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(a: Colour, b: Colour): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

export function toCss([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}

function darker([red, green, blue]: Colour): Colour {
  const step = (channel: number) => Math.floor(channel * 0.94);
  return [step(red), step(green), step(blue)];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
