import { expect, it } from "vitest";
import type { View } from "../engine/types";
import { isEqual, keepUnchanged } from "./keepUnchanged";

const before = {
  stateId: "s",
  style: "normal",
  language: "en",
  languages: [{ code: "en", name: "English" }],
  canGoBack: false,
  moving: false,
  submitting: false,
  elements: [
    { id: "a", type: "label", text: "Hello" },
    { id: "b", type: "label", text: "there" },
  ],
} satisfies View;

it("returns the same view when the other says the same", () => {
  expect(keepUnchanged(before, structuredClone(before))).toBe(before);
});

it("keeps the elements that say the same", () => {
  const after = structuredClone(before);
  after.elements[1] = { id: "b", type: "label", text: "everybody" };
  const kept = keepUnchanged(before, after);

  expect(kept).toEqual(after);
  expect(kept.elements[0]).toBe(before.elements[0]);
  expect(kept.elements[1]).not.toBe(before.elements[1]);
});

it.each([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{}, [], false],
  [{ a: null }, { a: {} }, false],
  [{ a: { b: [{ c: "x" }] } }, { a: { b: [{ c: "y" }] } }, false],
  ["1", 1, false],
])("compares %j with %j as JSON: %s", (a, b, expected) => {
  expect(isEqual(a, b)).toBe(expected);
  expect(isEqual(b, a)).toBe(expected);
});
