import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordChange } from "./changes";
import { FEEDBACK } from "./feedbackKind";
import { adoptLeft, forgetLeft, type Latest, leave } from "./leaving";
import type { OutboxRecord } from "./record";
import { createMemoryStore } from "./store/memoryStore";
import type { OutboxStore } from "./store/outboxStore";
import type { Submission } from "./submission";

const NOW = 1_000_000_000_000;

let entries: Map<string, string>;
let store: OutboxStore;

beforeEach(() => {
  entries = new Map();
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  store = createMemoryStore(FEEDBACK);
});

describe("what a page sends when it goes away", () => {
  it("is the answers that are not written down yet, which the outbox repeats under the same key", async () => {
    const left = leave(latest("k1"), undefined);
    expect(left).toMatchObject({ key: "k1", body: "k1", headers: {} });
    await adoptLeft(store, NOW);
    expect(await begin("k1")).toMatchObject({ key: "k1", body: "k1", headers: {} });
    expect(entries.size).toBe(0);
  });

  it("continues the save that the server has", async () => {
    await write("k1");
    await begin("k1");
    const saved = await settle("k1", { status: 200, body: { id: "f1" } });
    expect(saved?.state).toBe("saved");
    const left = leave(latest("k2"), saved);
    expect(left?.headers).toEqual({ "X-FID": "f1" });
    await adoptLeft(store, NOW);
    expect((await begin("k2"))?.headers).toEqual({ "X-FID": "f1" });
  });

  it("is what is written down and not tried yet", async () => {
    const record = await write("k1");
    expect(leave(latest("k1"), record)?.key).toBe("k1");
    await adoptLeft(store, NOW);
    expect(await store.readAll()).toHaveLength(1);
  });

  it("is what waits behind a save under way that continues another", async () => {
    await write("k1");
    await begin("k1");
    await settle("k1", { status: 200, body: { id: "f1" } });
    await write("k2");
    await begin("k2");
    const left = leave({ ...latest("k3"), hasEarlier: true }, await store.read("run"));
    expect(left).toMatchObject({ key: "k3", headers: { "X-FID": "f1" } });
  });

  it.each([
    ["behind a first save under way: that would be two feedbacks", async () => void (await begin("k1"))],
    ["behind a save that may be begun at any moment", async () => {}],
    [
      "behind a save that has failed: the older one would win",
      async () => {
        await begin("k1");
        await settle("k1", { status: 0 });
      },
    ],
  ])("is nothing %s. The outbox has it", async (_, proceed) => {
    await write("k1");
    await proceed();
    expect(leave({ ...latest("k2"), hasEarlier: true }, await store.read("run"))).toBeUndefined();
    await adoptLeft(store, NOW);
    const record = await store.read("run");
    expect((record?.next ?? record?.attempt)?.key).toBe("k2");
  });

  it("is nothing where files have to go first, or browsers would refuse it", () => {
    const withFiles = latest("k1", { files: ["kept-1"] });
    expect(leave(withFiles, undefined)).toBeUndefined();
    expect(entries.size).toBe(0);
    expect(leave(latest("k1", { body: "x".repeat(60_001) }), undefined)).toBeUndefined();
    expect(entries.size).toBe(1);
  });

  it("is forgotten when the outbox has it, and taken over once", async () => {
    leave(latest("k1"), undefined);
    forgetLeft("run", "k0");
    expect(entries.size).toBe(1);
    forgetLeft("run", "k1");
    expect(entries.size).toBe(0);
    await adoptLeft(store, NOW);
    expect(await store.readAll()).toEqual([]);
  });
});

function submission(key: string, fields: Partial<Submission> = {}): Submission {
  return { key, partial: true, body: key, headers: {}, content: key, ...fields };
}

function latest(key: string, fields: Partial<Submission> = {}): Latest {
  const written = { lane: "lane", apiBase: "", submission: submission(key, fields) };
  return { id: "run", written, hasEarlier: false };
}

const write = (key: string) => change({ type: "write", ...latest(key).written, now: NOW });

async function begin(key: string): Promise<Submission | undefined> {
  return (await change({ type: "begin", key }))?.attempt;
}

const settle = (key: string, outcome: { status: number; body?: unknown }) =>
  change({ type: "settle", key, outcome, newKey: "new", now: NOW, random: 1 });

async function change(change: RecordChange): Promise<OutboxRecord | undefined> {
  return (await store.change([{ id: "run", change }])).get("run");
}
