import { describe, expect, it } from "vitest";
import { type Color, contrast, parseColor, readableOnWhite, textColorOn } from "./color";

describe("parseColor", () => {
  it.each([
    ["#20B8F7", [32, 184, 247]],
    [" #0af ", [0, 170, 255]],
    ["rebeccapurple", undefined],
    ["#12", undefined],
    ["#20B8F7; color: red", undefined],
  ])("%s is %j", (text, color) => expect(parseColor(text)).toEqual(color));
});

describe("for any accent color", () => {
  const colors = colorGrid();

  it("the text color on it has sufficient contrast", () => {
    for (const color of colors) expect(contrast(textColorOn(color), color)).toBeGreaterThanOrEqual(4.5);
  });

  it("its darkened form has sufficient contrast on white", () => {
    for (const color of colors)
      expect(contrast(readableOnWhite(color), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
  });
});

it("a color that is dark enough already stays as it is", () => {
  expect(readableOnWhite([15, 80, 75])).toEqual([15, 80, 75]);
});

/** Returns a grid over all colors, with a distance of 15 in each channel. */
function colorGrid(): Color[] {
  const steps = Array.from({ length: 18 }, (_, index) => index * 15);
  return steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)));
}
