import { expect, it } from "vitest";
import { binsOf, scaleCounts } from "./bins";
import { connections, countScale, fullScale, labelPlaces, numberScale, place, stack } from "./scale";

it.each([
  [[], { from: 0, to: 1, ticks: [0, 1] }],
  [[0, 0], { from: 0, to: 1, ticks: [0, 1] }],
  [[3], { from: 0, to: 3, ticks: [0, 1, 2, 3] }],
  [[4, 9], { from: 0, to: 10, ticks: [0, 5, 10] }],
  [[41], { from: 0, to: 60, ticks: [0, 20, 40, 60] }],
  [[1_000_000], { from: 0, to: 1_000_000, ticks: [0, 500_000, 1_000_000] }],
])("an axis of the counts %j begins at zero and has whole ticks", (counts, expected) => {
  expect(countScale(counts)).toEqual(expected);
});

it("no count is above its axis, and there are few ticks", () => {
  for (let count = 1; count < 3000; count += 7) {
    const { to, ticks } = countScale([count]);
    expect(to).toBeGreaterThanOrEqual(count);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

it.each([
  [-100, 100, [-100, -50, 0, 50, 100]],
  [0, 100, [0, 50, 100]],
  [1, 7, [1, 3, 5, 7]],
  [1, 5, [1, 2, 3, 4, 5]],
  [0, 1, [0, 0.5, 1]],
  [0, 11, [0, 5, 11]],
  [3, 3, [3, 4]],
])("the axis of a score from %d to %d has both ends", (from, to, ticks) => {
  expect(fullScale(from, to).ticks).toEqual(ticks);
});

it.each([
  [[], { from: 0, to: 0.5, ticks: [0, 0.5] }],
  [[30, 42], { from: 0, to: 60, ticks: [0, 20, 40, 60] }],
  [[-3, 5], { from: -4, to: 6, ticks: [-4, -2, 0, 2, 4, 6] }],
  [[0.1, 0.3], { from: 0, to: 0.3, ticks: [0, 0.1, 0.2, 0.3] }],
])("an axis of the numbers %j has zero and round ends", (values, expected) => {
  const { from, to, ticks } = numberScale(values);
  if (values.length > 0) expect({ from, to, ticks }).toEqual(expected);
  expect(to).toBeGreaterThan(from);
});

it("places are within the axis", () => {
  const scale = fullScale(-100, 100);
  expect([-100, 0, 50, 100, 200].map((value) => place(scale, value))).toEqual([0, 0.5, 0.75, 1, 1]);
});

it("a line has a gap where there is nothing", () => {
  expect(connections([1, 2, null, 3, 4, 5, null])).toEqual([
    [0, 1],
    [3, 4],
    [4, 5],
  ]);
  expect(connections([null, 0, null])).toEqual([]);
  expect(connections([0, 0])).toEqual([[0, 1]]);
});

it("parts fill the whole", () => {
  expect(stack([1, 0, 3])).toEqual([
    { start: 0, size: 0.25 },
    { start: 0.25, size: 0 },
    { start: 0.25, size: 0.75 },
  ]);
  expect(stack([0, 0])).toEqual([
    { start: 0, size: 0 },
    { start: 0, size: 0 },
  ]);
});

it("names few places, with the first", () => {
  expect(labelPlaces(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(labelPlaces(3, 6)).toEqual([0, 1, 2]);
  expect(labelPlaces(0, 6)).toEqual([]);
});

it("a scale has all its values, and what an earlier one had", () => {
  const counts = scaleCounts(
    [
      { value: 2, count: 4 },
      { value: 7, count: 1 },
    ],
    { min: 1, max: 3, step: 1 },
  );
  expect(counts).toEqual([
    { value: 1, count: 0 },
    { value: 2, count: 4 },
    { value: 3, count: 0 },
    { value: 7, count: 1 },
  ]);
});

it("a histogram loses nothing, and has few bins of round widths", () => {
  const values = [1, 18, 18.5, 44, 99].map((value) => ({ value, count: 2 }));
  const bins = binsOf(values);
  expect(bins.length).toBeLessThanOrEqual(12);
  expect(bins[0]).toEqual({ from: 0, to: 10, count: 2 });
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  expect(binsOf([])).toEqual([]);
  expect(binsOf([{ value: 5, count: 3 }])).toEqual([{ from: 5, to: 6, count: 3 }]);
  expect(binsOf([{ value: 0.3, count: 3 }]).map(({ count }) => count)).toEqual([3]);
});

it("whole numbers are not divided", () => {
  const bins = binsOf([18, 19, 20, 21].map((value) => ({ value, count: 1 })));
  expect(bins.map(({ from, to }) => to - from)).toEqual([1, 1, 1, 1]);
});

it.each([[[-7.3, 12.8]], [[0.001, 0.0123]], [[1e9, 3e11]], [[-5, -1]]])("bins of %j hold all", (numbers) => {
  const bins = binsOf(numbers.map((value) => ({ value, count: 1 })));
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
  expect(bins.length).toBeLessThanOrEqual(12);
});
