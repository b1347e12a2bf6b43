import { describe, expect, it } from "vitest";
import { type Left, type Occasion, reconcile } from "./leftBehind";
import { FRESH, type OutboxRecord, type Settled } from "./records/record";
import type { Submission } from "./records/submission";

const NOW = 1_000;
const START: Occasion = { type: "start", now: NOW };
const STORED: Settled = { status: 200, body: { id: "f1" }, at: 0, isComplete: true };
const REFUSED: Settled = { status: 422, body: { code: "wrong" }, at: 0, isComplete: true };

const submission = (key: string, partial: boolean): Submission => {
  return { key, partial, body: key, headers: {}, content: key };
};
const record = (fields: Partial<OutboxRecord>): OutboxRecord => {
  return { ...FRESH, id: "run", lane: "lane", order: 1, writtenAt: NOW - 100, apiBase: "", ...fields };
};
const left = (key: string, partial: boolean, now = NOW - 100): Left => {
  return { lane: "lane", apiBase: "", submission: submission(key, partial), now };
};

const PART = left("left", true);
const ALL = left("left", false);
const part = submission("k", true);
const all = submission("k", false);
const own = submission("left", true);
const stored = record({ state: "stored", settled: STORED });

type Row = [string, OutboxRecord | undefined, Left, ReturnType<typeof reconcile>];

describe("when a page begins, what was left behind of a run", () => {
  it.each<Row>([
    ["is written down where nothing is known of the run", undefined, PART, "write"],
    ["is known where it is sent next", record({ attempt: own }), PART, "known"],
    ["is known where it waits behind another", record({ attempt: part, next: own }), PART, "known"],
    ["is forgotten where the server has the complete feedback", stored, PART, "forget"],
    ["is forgotten, also complete, where the server has the complete feedback", stored, ALL, "forget"],
    ["is forgotten, a part, where complete answers wait", record({ attempt: all }), PART, "forget"],
    [
      "is forgotten, a part, where complete answers wait behind a part",
      record({ attempt: part, next: all }),
      PART,
      "forget",
    ],
    [
      "is forgotten, a part, where complete answers are set aside",
      record({ state: "refused", attempt: all, settled: REFUSED }),
      PART,
      "forget",
    ],
    ["is written down, complete, where a part waits", record({ attempt: part }), ALL, "write"],
    ["is written down, complete, where a part is saved", record({ state: "saved" }), ALL, "write"],
    ["is written down, complete, where other complete answers wait", record({ attempt: all }), ALL, "write"],
    [
      "is written down, complete, where other complete answers are set aside",
      record({ state: "refused", attempt: all, settled: REFUSED }),
      ALL,
      "write",
    ],
    [
      "is forgotten where a later part waits",
      record({ attempt: part }),
      left("left", true, NOW - 101),
      "forget",
    ],
    ["is written down where an earlier part waits", record({ attempt: part }), PART, "write"],
    [
      "is written down where the clock was set back since",
      record({ attempt: part, writtenAt: NOW + 1 }),
      PART,
      "write",
    ],
  ])("%s", (_, known, what, verdict) => {
    expect(reconcile(what, known, START)).toBe(verdict);
  });
});

it.each<[string, boolean, string[], ReturnType<typeof reconcile>]>([
  ["stays where the record is in memory only", true, [], "keep"],
  ["stays where it was answered since", false, ["left"], "keep"],
  ["is forgotten where it is what was stored, or older", false, ["later"], "forget"],
])("when a submission is written down, what was left behind %s", (_, isUnstored, later, verdict) => {
  expect(reconcile(PART, record({ attempt: part }), { type: "written", isUnstored, later })).toBe(verdict);
});

it.each<[string, OutboxRecord | undefined, string | undefined, ReturnType<typeof reconcile>]>([
  ["is forgotten where no record is left", undefined, "k", "forget"],
  ["is forgotten where the server has the complete feedback", stored, "k", "forget"],
  ["is forgotten where the visitor has dealt with the record", undefined, undefined, "forget"],
  ["is forgotten where it is saved", record({ state: "saved" }), "left", "forget"],
  ["is forgotten where another takes its place", record({ attempt: part }), "left", "forget"],
  ["stays where it has failed", record({ attempt: own, failures: 1 }), "left", "keep"],
  [
    "stays where it is set aside",
    record({ state: "refused", attempt: own, settled: REFUSED }),
    "left",
    "keep",
  ],
  ["stays where another one is decided", record({ state: "saved" }), "k", "keep"],
  ["stays where the visitor has dealt with something else", record({ attempt: part }), undefined, "keep"],
])("when something is decided, what was left behind %s", (_, known, key, verdict) => {
  const occasion: Occasion = { type: "settled", ...(key !== undefined && { key }) };
  expect(reconcile(PART, known, occasion)).toBe(verdict);
});
