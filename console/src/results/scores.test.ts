import { expect, it } from "vitest";
import type { SummaryAnswer } from "../wire";
import { daysBetween, shownPeriod, spansOf, unitFor } from "./days";
import { changeOf, marginOf, POINTS, type Score, scoresOf } from "./scores";

it("a margin is that of 19 in 20 samples", () => {
  const half = [
    { value: 1, count: 50 },
    { value: 5, count: 50 },
  ];
  // For a share of a half among 100: 1.96 × 0.5 ÷ √99, in percent.
  expect(marginOf(half, POINTS.csat)).toBeCloseTo(9.85, 2);
  expect(marginOf([{ value: 10, count: 40 }], POINTS.nps)).toBe(0);
  expect(marginOf([{ value: 10, count: 29 }], POINTS.nps)).toBeNull();
  expect(marginOf([], POINTS.mean)).toBeNull();
});

it("what an answer counts for adds up to the scores", () => {
  expect([0, 6, 7, 8, 9, 10].map(POINTS.nps)).toEqual([-100, -100, 0, 0, 100, 100]);
  expect([1, 3, 3.5, 4, 5].map(POINTS.csat)).toEqual([0, 0, 0, 100, 100]);
});

it("has the scores of questions and of the flow, with those of the period before", () => {
  const numbers = (mean: number) => ({ count: 2, mean, median: mean, min: 1, max: 5, values: [] });
  const question = { question_id: "q", question: "How likely?", style: "score", answered: 3 };
  const summary = {
    questions: [{ ...question, nps: 40, numbers: numbers(8) }, question],
    scores: [
      { key: "risk", numbers: numbers(2) },
      { key: "empty", numbers: null },
    ],
    comparison: { questions: [{ ...question, nps: 30 }], scores: [{ key: "risk", numbers: null }] },
  } as unknown as SummaryAnswer;
  expect(scoresOf(summary)).toMatchObject([
    { kind: "nps", value: 40, count: 2, about: "How likely?", previous: { value: 30, count: 3 } },
    { kind: "mean", value: 2, about: "risk", previous: null },
  ]);
});

it("a change is that of the places which are shown", () => {
  const score = (kind: Score["kind"], value: number, before: number): Score => ({
    id: "q",
    kind,
    about: "",
    value,
    count: 1,
    margin: null,
    previous: { value: before, count: 1 },
  });
  expect(changeOf(score("nps", 24.23, 24.2))).toBe(0);
  expect(changeOf(score("csat", 80.27, 80))).toBe(0.3);
  expect(changeOf(score("ces", 5.44, 5.4))).toBe(0.04);
  expect(changeOf({ ...score("ces", 5, 5), previous: null })).toBeNull();
});

it("shows each day of a period, also those without answers", () => {
  const days = [{ day: "2026-02-28", feedbacks: 3, complete: 2 }];
  expect(spansOf(days, "2026-02-27", "2026-03-01", "day")).toEqual([
    { from: "2026-02-27", to: "2026-02-27", feedbacks: 0, complete: 0 },
    { from: "2026-02-28", to: "2026-02-28", feedbacks: 3, complete: 2 },
    { from: "2026-03-01", to: "2026-03-01", feedbacks: 0, complete: 0 },
  ]);
});

it("weeks begin on Mondays, and months on their first day", () => {
  // 2026-03-02 is a Monday.
  expect(spansOf([], "2026-02-26", "2026-03-10", "week").map(({ from, to }) => [from, to])).toEqual([
    ["2026-02-26", "2026-03-01"],
    ["2026-03-02", "2026-03-08"],
    ["2026-03-09", "2026-03-10"],
  ]);
  expect(spansOf([], "2026-02-26", "2026-03-10", "month").map(({ from }) => from)).toEqual([
    "2026-02-26",
    "2026-03-01",
  ]);
});

it("longer periods are shown in longer steps", () => {
  expect(daysBetween("2026-03-01", "2026-03-30")).toBe(30);
  expect([1, 30, 90, 365].map(unitFor)).toEqual(["day", "day", "week", "month"]);
});

it("a period that is far longer than there was feedback is shown as that", () => {
  const days = [{ day: "2026-02-28", feedbacks: 3, complete: 2 }];
  const now = "2026-03-30";
  expect(shownPeriod({ from: "2026-01-01", to: "2026-12-31" }, days, now)).toEqual({
    from: "2026-01-01",
    to: "2026-12-31",
  });
  expect(shownPeriod({}, days, now)).toEqual({ from: "2026-02-28", to: now });
  expect(shownPeriod({}, [], now)).toEqual({ from: now, to: now });
  expect(shownPeriod({ from: "1970-01-01" }, days, now)).toEqual({ from: "2026-02-28", to: now });
  expect(shownPeriod({ from: "2026-01-01", to: "2199-12-31" }, days, now)).toEqual({
    from: "2026-02-28",
    to: now,
  });
});
