import { describe, expect, it } from "vitest";
import { evenColumns } from "./evenColumns";

const LIMITS = { oneRow: 27, severalRows: 44 };

describe("the columns of a scale", () => {
  it.each([
    // A page of 375 pixels leaves 334 to a question, one of 320 leaves 280, the widget 315.
    [11, 334, 11],
    [11, 315, 11],
    [11, 280, 6],
    [7, 280, 7],
    [5, 280, 5],
    [21, 334, 7],
    [12, 334, 12],
    [12, 280, 6],
    [101, 334, 7],
    [3, 20, 1],
  ])("%i steps in %i pixels stand in %i columns", (count, width, columns) => {
    expect(evenColumns(count, width, LIMITS)).toBe(columns);
  });

  it("are as many as there are steps while the width is not known", () => {
    expect(evenColumns(11, 0, LIMITS)).toBe(11);
  });
});
