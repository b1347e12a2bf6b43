import { expect, it } from "vitest";
import type { View } from "../engine/types";
import { mergeUpdate } from "./mergeUpdate";

const label = { id: "a", type: "label", text: "Hello" } as const;
const question = {
  id: "b",
  type: "question",
  text: "Name?",
  questionId: "q",
  style: "text",
  required: true,
  multiSelect: false,
  options: [],
  message: { key: "required" },
} as const;

const before: View = {
  stateId: "s",
  style: "normal",
  language: "en",
  languages: [],
  canGoBack: false,
  moving: false,
  submitting: false,
  notice: { key: "at_least_one" },
  elements: [label, { ...question, options: [] }],
};

it("returns the same view when nothing changed", () => {
  expect(mergeUpdate(before, { effects: [] })).toBe(before);
});

it("changes the named element only", () => {
  const after = mergeUpdate(before, { effects: [], changes: [{ id: "b", answer: { text: "Ada" } }] });

  expect(after.elements[0]).toBe(before.elements[0]);
  expect(after.elements[1]).toMatchObject({ text: "Name?", answer: { text: "Ada" } });
  expect(after.elements[1]).not.toHaveProperty("message");
  expect(before.elements[1]).toHaveProperty("message");
});

it("removes a notice that the new status does not have", () => {
  const status = { canGoBack: true, moving: true, submitting: false };
  const after = mergeUpdate(before, { effects: [], status });

  expect(after).toMatchObject(status);
  expect(after).not.toHaveProperty("notice");
  expect(after.elements).toBe(before.elements);
});

it("takes a whole new view, and keeps the objects of what is the same in it", () => {
  const view = { ...structuredClone(before), language: "tr" };
  const after = mergeUpdate(before, { effects: [], view });

  expect(after).toEqual(view);
  expect(after.elements[0]).toBe(before.elements[0]);
  expect(mergeUpdate(before, { effects: [], view: structuredClone(before) })).toBe(before);
});

it("inserts a shown element and keeps the others", () => {
  const why = { id: "c", type: "label", text: "Why?" } as const;
  const after = mergeUpdate(before, { effects: [], order: ["a", "c", "b"], shown: [why] });

  expect(after.elements).toEqual([label, why, before.elements[1]]);
  expect(after.elements[0]).toBe(before.elements[0]);
  expect(after.elements[2]).toBe(before.elements[1]);
});

it("leaves out hidden elements", () => {
  expect(mergeUpdate(before, { effects: [], order: ["b"] }).elements).toEqual([before.elements[1]]);
});

it("replaces an element that has other options", () => {
  const options = [{ id: "o", label: "One" }];
  const after = mergeUpdate(before, { effects: [], shown: [{ ...question, options }] });

  expect(after.elements[0]).toBe(before.elements[0]);
  expect(after.elements[1]).toMatchObject({ options });
});
