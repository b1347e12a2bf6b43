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

  it.each([
    [11, 334, 1.1, 11],
    [11, 334, 2, 6],
    [11, 280, 2, 4],
    [5, 280, 2, 5],
  ])("%i steps in %i pixels, with letters %d times as large, stand in %i columns", (...of) => {
    const [count, width, letters, columns] = of;
    expect(evenColumns(count, width, { ...LIMITS, hasLetters: true }, letters)).toBe(columns);
    expect(evenColumns(count, width, LIMITS, letters)).toBe(evenColumns(count, width, LIMITS));
  });

  it("are as many as there are steps while the width is not known", () => {
    expect(evenColumns(11, 0, LIMITS)).toBe(11);
  });
});
