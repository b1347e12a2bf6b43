import { describe, expect, it } from "vitest";
import { type Colour, contrast, inkOf, parseColour, textColourOn } from "./colour";

describe("a node's colour", () => {
  it.each([
    ["#20B8F7", [32, 184, 247]],
    [" #0af ", [0, 170, 255]],
    ["rebeccapurple", undefined],
    ["#12", undefined],
    ["#20B8F7; color: red", undefined],
  ])("%s is read as %j", (text, colour) => expect(parseColour(text)).toEqual(colour));
});

describe("whatever the colour is", () => {
  const colours = everyFifteenth();

  it("text on it can be read", () => {
    for (const colour of colours) expect(contrast(textColourOn(colour), colour)).toBeGreaterThanOrEqual(4.5);
  });

  it("its ink can be read on white", () => {
    for (const colour of colours)
      expect(contrast(inkOf(colour), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
  });
});

it("a colour that is dark enough is its own ink", () => {
  expect(inkOf([15, 80, 75])).toEqual([15, 80, 75]);
});

/** A grid over all colours. */
function everyFifteenth(): Colour[] {
  const steps = Array.from({ length: 18 }, (_, at) => at * 15);
  return steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => [red, green, blue] as const)));
}
