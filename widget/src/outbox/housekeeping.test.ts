import { beforeEach, expect, it } from "vitest";
import { tidy } from "./openOutbox";
import { FEEDBACK } from "./records/changes";
import { FRESH, type OutboxRecord } from "./records/record";
import { EXPIRY_MS } from "./records/schedule";
import { createMemoryStore } from "./store/fallbackStore";
import type { OutboxStore } from "./store/outboxStore";

const NOW = 1_000_000_000_000;
const DAY = 24 * 60 * 60_000;

let store: OutboxStore;

beforeEach(() => {
  store = createMemoryStore(FEEDBACK);
});

const SUBMISSION = { key: "k1", partial: false, body: "{}", headers: {}, content: "" };

async function adopt(id: string, fields: Partial<OutboxRecord>) {
  const record = { ...FRESH, lane: "lane", writtenAt: NOW, apiBase: "", ...fields };
  await store.change([{ id, change: { type: "adopt", record } }]);
}

const arrived = (at: number): Partial<OutboxRecord> => ({
  state: "stored",
  settled: { status: 200, body: {}, at, isComplete: true },
});

const ids = async () => (await store.readAll()).map(({ id }) => id);

it("it is known of the last 200 runs that they have ended, and of those that were not told yet", async () => {
  await adopt("untold", { ...arrived(NOW), isKept: true });
  for (let at = 0; at < 210; at += 1) await adopt(`run ${at}`, arrived(NOW + at));
  await tidy(store, NOW + 300);
  const left = await ids();
  expect(left).toHaveLength(201);
  expect(left).toEqual(["untold", ...Array.from({ length: 200 }, (_, at) => `run ${at + 10}`)]);
  await tidy(store, NOW + 30 * DAY + 205);
  expect(await ids()).toEqual(["run 205", "run 206", "run 207", "run 208", "run 209"]);
});

it("what a clock that was wrong has set aside waits again", async () => {
  const settled = { status: 0, body: { code: "expired" }, at: NOW + EXPIRY_MS + 1, isComplete: true };
  await adopt("run", { state: "refused", attempt: SUBMISSION, settled });
  await tidy(store, NOW + EXPIRY_MS + 1);
  expect(await store.read("run")).toMatchObject({ state: "refused" });
  await tidy(store, NOW + DAY);
  expect(await store.read("run")).toMatchObject({ state: "waiting", attempt: { key: "k1" } });
});

it("what was set aside goes once its visitor has logged out, unless it waits again", async () => {
  const settled = (code: string) => ({ status: 422, body: { code }, at: NOW, isComplete: true });
  const refused = { state: "refused", attempt: SUBMISSION, settled: settled("unknown_upload") } as const;
  await adopt("gone", { ...refused, person: "-" });
  await adopt("hers", { ...refused, person: "alice" });
  await adopt("early", { ...refused, settled: settled("expired"), person: "-" });
  await tidy(store, NOW + DAY);
  expect(await ids()).toEqual(["hers", "early"]);
  expect(await store.read("early")).toMatchObject({ state: "waiting" });
});

it("what goes on while it is looked at stays", async () => {
  await adopt("run", { state: "saved" });
  const { readAll } = store;
  store.readAll = async () => {
    const before = await readAll();
    const write = { type: "write", lane: "lane", apiBase: "", submission: SUBMISSION, now: NOW } as const;
    await store.change([{ id: "run", change: write }]);
    return before;
  };
  await tidy(store, NOW + 31 * DAY);
  expect(await store.read("run")).toMatchObject({ state: "waiting" });
});
