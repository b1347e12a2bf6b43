import type { Color } from "./color";

/** A color with its opacity, from 0 to 1. */
type Layer = [color: Color, opacity: number];

/** Reads the custom properties of style sheets; a later definition replaces an earlier one. For tests. */
export function readTokens(...sheets: string[]): Map<string, string> {
  const definitions = sheets.flatMap((sheet) => [...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)]);
  return new Map(definitions.map(([, name = "", value = ""]) => [name, value]));
}

/**
 * Computes a color as a browser would: hexadecimal colors, `var()` and `color-mix()` of two.
 *
 * @param behind what is behind a color that is not opaque.
 * @throws for anything else.
 */
export function computeColor(value: string, tokens: Map<string, string>, behind: Color): Color {
  const [color, opacity] = compute(value, tokens);
  return mixChannels(behind, color, opacity);
}

function compute(value: string, tokens: Map<string, string>): Layer {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(value)?.[1];
  if (hex) return [channelsOf(hex), 1];
  const rgb = /^rgb\((\d+) (\d+) (\d+)\)$/.exec(value);
  if (rgb) return [[Number(rgb[1]), Number(rgb[2]), Number(rgb[3])], 1];
  if (value === "transparent") return [[0, 0, 0], 0];
  const name = /^var\((--[\w-]+)(?:,.*)?\)$/.exec(value)?.[1];
  if (name) return compute(tokens.get(name) ?? fail(name), tokens);
  const mix = /^color-mix\(in (oklab|srgb), (.+) (\d+)%, (.+)\)$/.exec(value);
  if (!mix) return fail(value);
  const [, space, first = "", percentage, second = ""] = mix;
  return mixed(space === "oklab", compute(first, tokens), Number(percentage) / 100, compute(second, tokens));
}

function mixed(isOklab: boolean, [a, aOpacity]: Layer, share: number, [b, bOpacity]: Layer): Layer {
  const opacity = aOpacity * share + bOpacity * (1 - share);
  // Colors count by their opacity.
  const part = opacity === 0 ? 0 : (aOpacity * share) / opacity;
  const color = isOklab ? fromOklab(mixChannels(toOklab(b), toOklab(a), part)) : mixChannels(b, a, part);
  return [color, opacity];
}

function mixChannels(from: Color, to: Color, share: number): Color {
  const channel = (at: 0 | 1 | 2) => from[at] * (1 - share) + to[at] * share;
  return [channel(0), channel(1), channel(2)];
}

function channelsOf(hex: string): Color {
  const long = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** https://www.w3.org/TR/css-color-4/#color-conversion-code */
function toOklab(color: Color): Color {
  const [red, green, blue] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Color;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Color): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encode = (part: number) => {
    const inGamut = Math.min(1, Math.max(0, part));
    return 255 * (inGamut <= 0.0031308 ? inGamut * 12.92 : 1.055 * inGamut ** (1 / 2.4) - 0.055);
  };
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function fail(value: string): never {
  throw new Error(`${value} is no color that this test can compute.`);
}
