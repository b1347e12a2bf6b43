import { expect, it } from "vitest";
import { contrast, parseColor, WHITE } from "./color.ts";
import { type ButtonStyle, lookOf } from "./readLook.ts";

const GREEN: ButtonStyle = {
  backgroundColor: "rgb(11, 107, 58)",
  color: "rgb(255, 250, 230)",
  borderTopLeftRadius: "6px",
  fontFamily: '"Fira Sans", "Noto Sans", sans-serif',
};

const lookWith = (style: Partial<ButtonStyle>, page = WHITE) => lookOf({ ...GREEN, ...style }, page);

it("takes the color, the ink, the radius and the fonts of a button", () => {
  expect(lookWith({})).toEqual({
    color: "#0B6B3A",
    ink: "#FFFAE6",
    radius: 6,
    font: '"Fira Sans", "Noto Sans", sans-serif',
  });
});

it.each([
  ["rgb(11, 107, 58)", "rgb(20, 120, 70)", "#FFFFFF"],
  ["rgb(255, 230, 0)", "rgb(255, 255, 255)", "#000000"],
  ["rgb(255, 230, 0)", "rgba(0, 0, 0, 0.5)", "#000000"],
])("replaces an ink that cannot be read on %s: %s", (backgroundColor, color, ink) => {
  expect(lookWith({ backgroundColor, color })?.ink).toBe(ink);
});

it.each([
  "rgba(0, 0, 0, 0)",
  "rgba(11, 107, 58, 0.9)",
  "color(srgb 0.1 0.4 0.2)",
  "rgb(11 107 58)",
  "red",
  "rgb(255, 255, 255)",
  "rgb(245, 245, 245)",
])("takes nothing of a button without a color of its own: %s", (backgroundColor) => {
  expect(lookWith({ backgroundColor })).toBeUndefined();
});

it("takes the color of a light button on a dark page", () => {
  const page = { red: 17, green: 17, blue: 17 };
  expect(lookWith({ backgroundColor: "rgb(255, 255, 255)" }, page)?.color).toBe("#FFFFFF");
  expect(lookWith({ backgroundColor: "rgb(20, 20, 20)" }, page)).toBeUndefined();
});

it.each([
  ["0px", 0],
  ["9999px", 24],
  ["50%", undefined],
  ["6px 12px", undefined],
  ["calc(1px + 2%)", undefined],
])("reads the radius %s", (borderTopLeftRadius, radius) => {
  expect(lookWith({ borderTopLeftRadius })?.radius).toBe(radius);
});

it.each(["url(a)", "serif; color: red", "a".repeat(201), "", "var(--font)"])(
  "takes no fonts from %s",
  (fontFamily) => {
    expect(lookWith({ fontFamily })).not.toHaveProperty("font");
  },
);

it("knows the contrast of colors", () => {
  expect(contrast(WHITE, { red: 0, green: 0, blue: 0 })).toBeCloseTo(21);
  expect(contrast({ red: 0x76, green: 0x76, blue: 0x76 }, WHITE)).toBeCloseTo(4.54, 1);
  expect(parseColor("rgb(1, 2, 3)")).toEqual({ red: 1, green: 2, blue: 3 });
});
