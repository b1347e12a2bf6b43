// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followKept } from "./keptFeedback";
import type { Outbox } from "./openOutbox";
import { FRESH, type OutboxRecord } from "./records/record";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (id: string, person?: string) =>
  ({ ...FRESH, id, lane: "[]", state: "refused", ...(person && { person }) }) as OutboxRecord;

/** Returns whose records a visitor is told about. */
async function shownTo(person: string, unstored: string[] = []) {
  const records = [refused("nobody"), refused("alice", "alice"), refused("bob", "bob"), refused("gone", "-")];
  const outbox = {
    records: async () => records,
    isUnstored: (id: string) => unstored.includes(id),
  } as unknown as Outbox;
  const kept = followKept(outbox, {
    owner: { person },
    notices: { show: () => () => {} } as never,
    openChat() {},
    onKeptStored: () => false,
    createNotice: () => () => null,
  });
  kept.lookSoon();
  await vi.runAllTimersAsync();
  return kept.summary().refused.map(({ id }) => id);
}

it("a visitor sees the state of their own feedback only", async () => {
  expect(await shownTo("bob")).toEqual(["bob"]);
  expect(await shownTo("")).toEqual(["nobody"]);
});

it("and of what they have given on this page before they logged in, where the browser stores nothing", async () => {
  expect(await shownTo("bob", ["nobody", "alice"])).toEqual(["nobody", "bob"]);
});
