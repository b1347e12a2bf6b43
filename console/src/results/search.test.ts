import { expect, it } from "vitest";
import { canCompare, filterOf, readResultsSearch, withFilter } from "./search";

const DAY = "2026-03-30";

it("reads what it can hold, and drops the rest", () => {
  expect(
    readResultsSearch({
      flow: "other",
      node: "shop",
      compare: "previous",
      row: "mood",
      column: 7,
      period: "all",
      colour: "red",
    }),
  ).toEqual({ node: "shop", compare: "previous", row: "mood", column: "7", period: "all" });
  expect(readResultsSearch({ period: "all", from: "2026-03-01", compare: "next", row: "" })).toEqual({
    from: "2026-03-01",
  });
});

it("without a period shows the last 30 days", () => {
  expect(filterOf({}, "visit", DAY)).toEqual({ flow: "visit", from: "2026-03-01", to: "2026-03-30" });
  expect(filterOf({ to: "2026-03-05" }, "visit", DAY)).toEqual({ flow: "visit", to: "2026-03-05" });
  expect(filterOf({ period: "all", compare: "previous", row: "a", column: "b" }, "visit", DAY)).toEqual({
    flow: "visit",
  });
});

it("writes a filter down, but not the last 30 days", () => {
  const search = { compare: "previous", row: "mood", from: "2026-01-01" } as const;
  expect(withFilter(search, { flow: "visit", from: "2026-03-01", to: "2026-03-30", node: "a" }, DAY)).toEqual(
    { node: "a", compare: "previous", row: "mood" },
  );
  expect(withFilter(search, { flow: "visit", from: "2026-03-02", to: "2026-03-30" }, DAY)).toEqual({
    from: "2026-03-02",
    to: "2026-03-30",
    compare: "previous",
    row: "mood",
  });
  expect(withFilter({}, { flow: "visit" }, DAY)).toEqual({ period: "all" });
});

it("what is written is read again", () => {
  const search = withFilter({}, { flow: "visit", question: "mood", option: "bad" }, DAY);
  expect(readResultsSearch({ ...search })).toEqual(search);
});

it("only a period with both ends, in their order, has one before it", () => {
  expect(canCompare({ from: "2026-03-01", to: "2026-03-01" })).toBe(true);
  expect(canCompare({ from: "2026-03-02", to: "2026-03-01" })).toBe(false);
  expect(canCompare({ from: "2026-03-01" })).toBe(false);
});
