import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Latest, leave } from "./leaving";
import { adoptLeft, forgetLeft, noteLeft } from "./leftBehind";
import { FEEDBACK, type RecordChange } from "./records/changes";
import { entriesOf, type KeptFile, type OutboxRecord } from "./records/record";
import type { Submission } from "./records/submission";
import { createFallbackStore, createMemoryStore, type FallbackStore } from "./store/fallbackStore";

const NOW = 1_000_000_000_000;

let entries: Map<string, string>;
let store: FallbackStore;
/** Whether the browser stores nothing. */
let isDenied: boolean;

beforeEach(() => {
  entries = new Map();
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal("window", { localStorage });
  isDenied = false;
  store = openStore();
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
    forgetLeft("run", undefined, { type: "written", isUnstored: false, later: ["k1"] });
    expect(entries.size).toBe(1);
    forgetLeft("run", undefined, { type: "written", isUnstored: false, later: [] });
    expect(entries.size).toBe(0);
    await adoptLeft(store, NOW);
    expect(await store.readAll()).toEqual([]);
  });
});

describe("what a page has left behind", () => {
  const complete = { partial: false, content: "all" };

  it("does not replace what the run was completed with, nor the files of that", async () => {
    const files = [keptFile("kept-1")];
    await write("k1");
    await begin("k1");
    leave({ ...latest("k2"), hasEarlier: true }, await store.read("run"));
    const last = latest("k3", { ...complete, files: ["kept-1"] }).written;
    await change({ type: "write", ...last, files: entriesOf(files) }, files);
    await adoptLeft(store, NOW);
    expect(await store.read("run")).toMatchObject({ attempt: { key: "k1" }, next: { key: "k3" } });
    expect(await store.file("run", "kept-1")).toBe(files[0]);
    expect(entries.size).toBe(0);
  });

  it.each([
    ["that has arrived", { status: 200, body: { id: "f1" } }, "stored"],
    ["that the server refuses", { status: 422, body: { code: "invalid_answer" } }, "refused"],
  ])("adds nothing to a complete feedback %s", async (_, outcome, state) => {
    leave(latest("k1"), undefined);
    await change({ type: "write", ...latest("k2", complete).written });
    await begin("k2");
    await settle("k2", outcome);
    await adoptLeft(store, NOW);
    expect(await store.read("run")).toMatchObject({ state });
  });

  it("does not replace later answers, unless the clock is not the one of then", async () => {
    noteLeft("run", { ...latest("k1").written, now: NOW - 1 });
    await write("k2");
    await adoptLeft(store, NOW);
    expect((await store.read("run"))?.attempt?.key).toBe("k2");
    noteLeft("run", { ...latest("k3").written, now: NOW - 2 });
    await adoptLeft(store, NOW - 2);
    expect((await store.read("run"))?.attempt?.key).toBe("k3");
  });

  it("was sent, so that later answers do not take its place", async () => {
    expect(leave(latest("k1"), undefined)?.key).toBe("k1");
    await adoptLeft(store, NOW);
    await write("k2");
    expect(await store.read("run")).toMatchObject({ attempt: { key: "k1" }, next: { key: "k2" } });
  });

  it("counts as given when it was given", async () => {
    noteLeft("run", latest("k1").written);
    await adoptLeft(store, NOW + 86_400_000);
    expect(await store.read("run")).toMatchObject({ writtenAt: NOW });
  });

  it("stays where the browser stores nothing else, until the server has it", async () => {
    isDenied = true;
    store = openStore();
    noteLeft("run", latest("k1", complete).written);
    await adoptLeft(store, NOW);
    expect(entries.size).toBe(1);

    store = openStore();
    await adoptLeft(store, NOW);
    await begin("k1");
    forgetLeft("run", await settle("k1", { status: 0 }), { type: "settled", key: "k1" });
    expect(entries.size).toBe(1);
    forgetLeft("run", await settle("k1", { status: 200, body: { id: "f1" } }), {
      type: "settled",
      key: "k1",
    });
    expect(entries.size).toBe(0);
  });

  it("stays where the browser stores nothing else, while it is set aside", async () => {
    isDenied = true;
    store = openStore();
    noteLeft("run", latest("k1", complete).written);
    await adoptLeft(store, NOW);
    await begin("k1");
    forgetLeft("run", await settle("k1", { status: 400, body: { code: 13045 } }), {
      type: "settled",
      key: "k1",
    });
    expect(entries.size).toBe(1);
  });
});

/** A page opens what the browser has. */
function openStore(): FallbackStore {
  const first = createMemoryStore(FEEDBACK);
  const denied = () => Promise.reject(new Error("denied"));
  const open = () => (isDenied ? { readAll: denied, read: denied, change: denied, file: denied } : first);
  return createFallbackStore(FEEDBACK, open, { onFailure() {}, onRestored() {} });
}

function keptFile(id: string): KeptFile {
  return { id, file: new File(["x"], "x.png"), path: "", headers: {} };
}

function submission(key: string, fields: Partial<Submission> = {}): Submission {
  return { key, partial: true, body: key, headers: {}, content: key, ...fields };
}

function latest(key: string, fields: Partial<Submission> = {}): Latest {
  const written = { lane: "lane", apiBase: "", submission: submission(key, fields), now: NOW };
  return { id: "run", written, hasEarlier: false };
}

const write = (key: string) => change({ type: "write", ...latest(key).written });

async function begin(key: string): Promise<Submission | undefined> {
  return (await change({ type: "begin", key }))?.attempt;
}

const settle = (key: string, outcome: { status: number; body?: unknown }) =>
  change({ type: "settle", key, outcome, newKey: "new", now: NOW, random: 1 });

async function change(
  change: RecordChange,
  files: readonly KeptFile[] = [],
): Promise<OutboxRecord | undefined> {
  return (await store.change([{ id: "run", change, files }])).get("run");
}
