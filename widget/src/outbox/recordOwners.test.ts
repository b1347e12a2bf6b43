// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { chatsOf } from "../storage/chatRecords";
import { keepVisitor } from "../storage/visitor";
import { keepChatOf } from "./openOutbox";
import { claimRecords, type OwnerChange, ownedRecords } from "./recordOwners";
import { FRESH, laneOf, type OutboxRecord } from "./records/record";
import { createMemoryStore } from "./store/fallbackStore";
import type { RecordKind } from "./store/outboxStore";

const record: OutboxRecord = {
  ...FRESH,
  id: "r",
  lane: laneOf("node", "flow"),
  order: 1,
  writtenAt: 0,
  apiBase: "",
  isKept: true,
  isHeld: true,
};

const stored = vi.hoisted(() => ({ records: {} as Record<string, OutboxRecord | undefined> }));

vi.mock("./loadOutbox", () => ({
  loadOutbox: async () => ({ outboxTools: { createIndexedStore: openStore } }),
}));

/** Opens the database, of which the browser has one. */
function openStore(kind: RecordKind<OwnerChange>) {
  const store = createMemoryStore(kind);
  for (const [id, each] of Object.entries(stored.records)) store.note(id, each && { ...each, id });
  const { change } = store;
  store.change = async (changes) => {
    const results = await change(changes);
    Object.assign(stored.records, Object.fromEntries(results));
    return results;
  };
  return store;
}

beforeEach(() => localStorage.clear());

it("what waits to be sent stays, as somebody's who is told nothing of it; all else goes", () => {
  const { apply } = ownedRecords("records");
  const forget = (before: OutboxRecord) => apply(before, "r", { type: "forget" }, 2);
  const { isKept: _kept, isHeld: _held, ...sent } = record;
  expect(forget(record)).toEqual({ ...sent, person: "-", isAbandoned: true });
  for (const state of ["saved", "stored", "refused"] as const)
    expect(forget({ ...record, state }), state).toBeUndefined();
});

it("who logs in gets what nobody has given to the node, with the chats that it leads to", async () => {
  keepVisitor(Date.now());
  stored.records = {
    nobodys: record,
    hers: { ...record, person: "alice" },
    another: { ...record, lane: laneOf("another", "flow") },
  };
  await claimRecords("node", { person: "bob" });
  expect(stored.records).toEqual({
    nobodys: { ...record, id: "nobodys", person: "bob" },
    hers: { ...record, person: "alice" },
    another: { ...record, lane: laneOf("another", "flow") },
  });
  const settled = { status: 200, body: { id: "f", chat_token_string: "t" }, at: 0, isComplete: true };
  keepChatOf({ ...(stored.records.nobodys as OutboxRecord), state: "stored", settled });
  expect(chatsOf("node", { person: "bob" })).toEqual([{ feedbackId: "f", token: "t" }]);
});

it("nothing is claimed for somebody who has logged out meanwhile", async () => {
  keepVisitor(Date.now());
  stored.records = { nobodys: record };
  await claimRecords("node", { person: "-" });
  expect(stored.records).toEqual({ nobodys: record });
});
