import { expect, it } from "vitest";
import { fitsOneRow } from "./fitsOneRow";

const labeled = (...labels: string[]) => labels.map((label) => ({ id: label, label }));

it.each([
  [["1", "2", "3", "4", "5", "6"]],
  [["Bad", "Fair", "Good", "Excellent"]],
  [["Poor", "Fair", "OK", "Good", "Great"]],
  [["非常差", "差", "一般", "好", "非常好"]],
])("options as short as %j are beside each other", (labels) => {
  expect(fitsOneRow(labeled(...labels))).toBe(true);
});

it.each([
  [["1", "2", "3", "4", "5", "6", "7"]],
  [["Disagree", "Neither", "Agree", "Does not apply"]],
  [["非常不满意", "不满意", "一般", "满意", "非常满意"]],
])("options as many or as long as %j are below each other", (labels) => {
  expect(fitsOneRow(labeled(...labels))).toBe(false);
});

it("options with images or without text are below each other", () => {
  expect(fitsOneRow([{ id: "a", label: "Good", imageUrl: "https://host.example/good.png" }])).toBe(false);
  expect(fitsOneRow(labeled("Good", ""))).toBe(false);
});
