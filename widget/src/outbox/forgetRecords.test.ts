import { expect, it } from "vitest";
import { forgottenRecords } from "./forgetRecords";
import { FRESH, type OutboxRecord } from "./record";

const record: OutboxRecord = {
  ...FRESH,
  id: "r",
  lane: "[]",
  order: 1,
  writtenAt: 0,
  apiBase: "",
  isKept: true,
  isHeld: true,
};

it("what waits to be sent stays, as somebody's who is told nothing of it; all else goes", () => {
  const { apply } = forgottenRecords("records");
  const forget = (before: OutboxRecord) => apply(before, "r", { type: "forget" }, 2);
  const { isKept: _kept, isHeld: _held, ...sent } = record;
  expect(forget(record)).toEqual({ ...sent, person: "-", isAbandoned: true });
  for (const state of ["saved", "stored", "refused"] as const)
    expect(forget({ ...record, state }), state).toBeUndefined();
});
