import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SURFACES as FRAME_SURFACES } from "pulsen-loader/frameSurface";
import { expect, it } from "vitest";
import { accentColors, SURFACES } from "./applyTheme";
import { type Color, contrast, toCss } from "./color";
import { computeColor, readTokens } from "./cssColors";

const SOURCES = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(SOURCES, path), "utf8");

const LIGHT = [read("styles/tokens.css"), read("chat/styles/thread.css")];
const THEMES = { light: LIGHT, dark: [...LIGHT, read("styles/dark.css")] } as const;

/** Text has a contrast of 4.5 (WCAG 2.2, 1.4.3), what a control is recognized by one of 3 (1.4.11). */
const TEXT = 4.5;
const EDGE = 3;

/** What stands on what in the style sheets. */
const PAIRS: [foreground: string, backgrounds: string[], ratio: number][] = [
  ["--color-text", ["--surface", "--background", "--accent-tint", "--accent-faint", "--neutral-tint"], TEXT],
  ["--color-text", ["--hover-tint", "--danger-tint"], TEXT],
  ["--color-text-soft", ["--surface", "--background", "--accent-tint", "--accent-faint"], TEXT],
  ["--color-text-soft", ["--hover-tint", "--neutral-tint"], TEXT],
  ["--color-placeholder", ["--surface"], TEXT],
  ["--accent-text", ["--surface", "--background", "--accent-tint", "--accent-faint"], TEXT],
  ["--on-accent", ["--accent"], TEXT],
  // The surface on the accent as text, as in the place of a ranked option.
  ["--surface", ["--accent-text", "--danger"], TEXT],
  ["--danger", ["--surface", "--background", "--danger-tint"], TEXT],
  ["--accent-edge", ["--surface"], EDGE],
  // How far a progress bar, a slider or a gauge has come.
  ["--accent-text", ["--line"], EDGE],
  ["--line-control", ["--surface", "--accent-faint"], EDGE],
  ["--danger", ["--accent-tint"], EDGE],
  ["--attention", ["--surface"], EDGE],
];

it.each(["light", "dark"] as const)("the %s theme has contrast with any accent color", (theme) => {
  for (const accent of accents()) {
    const tokens = readTokens(...THEMES[theme]);
    for (const [name, color] of Object.entries(accentColors(accent))) tokens.set(name, toCss(color));
    const color = (name: string) => computeColor(`var(${name})`, tokens, SURFACES[theme]);
    for (const [foreground, backgrounds, ratio] of PAIRS) {
      for (const background of backgrounds) {
        const reached = contrast(color(foreground), color(background));
        const what = `${foreground} on ${background} with the accent ${toCss(accent)}`;
        expect(reached, what).toBeGreaterThanOrEqual(ratio);
      }
    }
  }
});

it.each(["light", "dark"] as const)("script, loader and style sheets have the same %s surface", (theme) => {
  const tokens = readTokens(...THEMES[theme]);
  expect(computeColor("var(--surface)", tokens, [0, 0, 0])).toEqual(SURFACES[theme]);
  const ofFrame = FRAME_SURFACES[theme === "light" ? 0 : 1];
  expect(computeColor(ofFrame, tokens, [0, 0, 0])).toEqual(SURFACES[theme]);
});

it("no component has a color of its own", () => {
  const sheets = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".css") && !/\/(tokens|dark)\.css$/.test(path),
  );
  expect(sheets.length).toBeGreaterThan(20);
  // Shadows are black in any theme.
  const own = /(?<!--[\w-]+): [^;]*(?:#[0-9a-f]{3,8}\b|\b(?:white|black)\b|\brgb\((?!20 22 28))[^;]*;/gi;
  const found = sheets.flatMap((path) => [...read(path).matchAll(own)].map(([rule]) => `${path}${rule}`));
  expect(found).toEqual([]);
});

/** Returns the corners of the color space, grays, and random colors, the same in each run. */
function accents(): Color[] {
  const ends = [0, 128, 255];
  const corners = ends.flatMap((red) =>
    ends.flatMap((green) => ends.map((blue): Color => [red, green, blue])),
  );
  const grays = Array.from({ length: 52 }, (_, at): Color => [at * 5, at * 5, at * 5]);
  let state = 20260;
  const channel = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  const random = Array.from({ length: 2_000 }, (): Color => [channel(), channel(), channel()]);
  return [...corners, ...grays, ...random];
}
