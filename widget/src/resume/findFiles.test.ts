import { afterEach, describe, expect, it, vi } from "vitest";
import type { FlowEvent } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
import type { StoredRun } from "../run/storedRuns";
import { findFiles } from "./findFiles";

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;

afterEach(() => vi.unstubAllGlobals());

describe("what is left of the files of a run", () => {
  it("is what the device still has, and what the server says", async () => {
    const run = runWith(["u1", "u2", "kept-1", "kept-2"]);
    const asked = answer(({ url }) => (url.endsWith("/u1") ? 204 : 404));
    const found = await findFiles(run, sources({ "kept-1": keptFile("kept-1") }));
    expect(found.kept.map(({ id }) => id)).toEqual(["kept-1"]);
    expect([...found.gone].sort()).toEqual(["kept-2", "u2"]);
    expect(asked).toEqual([
      { url: "https://api.example/v1/attachments/u1", device: "d" },
      { url: "https://api.example/v1/attachments/u2", device: "d" },
    ]);
  });

  it.each([
    ["no reply", () => 0],
    ["a busy server", () => 503],
  ])("is what has not expired by its time after %s", async (_, status) => {
    answer(status);
    const run = runWith(["u1", "u2"]);
    Object.assign(run.files?.q?.[0] ?? {}, { uploadedAt: NOW - 23 * HOUR });
    Object.assign(run.files?.q?.[1] ?? {}, { uploadedAt: NOW - 25 * HOUR });
    expect((await findFiles(run, sources({}))).gone).toEqual(new Set(["u2"]));
    // One that had begun before they were added took none of them.
    run.events.push({ type: "submitted", requestId: 1, status: 200 });
    expect((await findFiles(run, sources({}))).gone).toEqual(new Set(["u2"]));
    for (const file of run.files?.q ?? []) file.isTaken = true;
    expect((await findFiles(run, sources({}))).gone).toEqual(new Set());
  });

  it("is nothing of what this device cannot read", async () => {
    const readKept = () => Promise.reject(new Error("denied"));
    const { gone } = await findFiles(runWith(["kept-1"]), { ...sources({}), readKept });
    expect(gone).toEqual(new Set(["kept-1"]));
  });
});

function file(id: string) {
  return { id, name: `${id}.png`, size: 1, type: "image/png" };
}

function keptFile(id: string): KeptFile {
  return { id, file: new File(["x"], `${id}.png`), path: "/uploads", headers: {} };
}

function runWith(ids: string[]): StoredRun {
  const files = ids.map((id) => (id.startsWith("kept-") ? file(id) : { ...file(id), uploadedAt: NOW }));
  const events: FlowEvent[] = [{ type: "uploaded", questionId: "q", answer: { files: ids.map(file) } }];
  return { id: "run", revision: 1, seed: 1, savedAt: NOW, events, files: { q: files } };
}

function sources(kept: Record<string, KeptFile>) {
  return {
    apiBase: "https://api.example",
    deviceId: "d",
    readKept: async (id: string) => kept[id],
    now: NOW,
  };
}

/** Lets the server answer with a status; 0 for no answer. Returns what it is asked. */
function answer(statusOf: (asked: { url: string }) => number) {
  const asked: { url: string; device: string | undefined }[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ url, device: headers["X-Device-Id"] });
    const status = statusOf({ url });
    if (status === 0) throw new TypeError("Failed to fetch");
    return new Response(status === 204 ? null : "{}", { status });
  });
  return asked;
}
