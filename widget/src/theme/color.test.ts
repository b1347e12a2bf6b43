import { describe, expect, it } from "vitest";
import { type Color, contrast, parseColor, textColorOn, withContrast } from "./color";

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

  it.each([
    ["light", [255, 255, 255]],
    ["dark", [29, 31, 36]],
  ] as const)("it is brought to any contrast on a %s background", (_, background) => {
    for (const ratio of [3, 4.5, 7]) {
      for (const color of colors) {
        expect(contrast(withContrast(color, background, ratio), background)).toBeGreaterThanOrEqual(ratio);
      }
    }
  });
});

it("a color that has the contrast already stays as it is", () => {
  expect(withContrast([15, 80, 75], [255, 255, 255], 4.5)).toEqual([15, 80, 75]);
  expect(withContrast([180, 230, 220], [29, 31, 36], 4.5)).toEqual([180, 230, 220]);
});

/** Returns a grid over all colors, with a distance of 15 in each channel. */
function colorGrid(): Color[] {
  const steps = Array.from({ length: 18 }, (_, index) => index * 15);
  return steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)));
}
