import { beforeEach, expect, it, vi } from "vitest";
import type { Feedback, FileAnswer, FlowEvent } from "../engine/types";
import { createUploads, type Uploads } from "./uploads";

const PHOTOS = { id: "q", accepted: "documents", limit: 20 } as const;
const remove = vi.fn();

let events: FlowEvent[];
let answered: FileAnswer[];
let uploads: Uploads;
let hasOutbox: boolean;

/** Adds two files while there is no network. */
beforeEach(async () => {
  events = [];
  answered = [];
  hasOutbox = true;
  remove.mockClear();
  uploads = createUploads({
    server: {
      send: async () => ({ status: 0 }),
      addressOf: (questionId) => ({ path: `/uploads?${questionId}`, headers: { "X-Device-Id": "d" } }),
      remove,
    },
    send(event) {
      events.push(event);
      if (event.type === "uploaded") answered = [...answered, ...(event.answer?.files ?? [])];
      if (event.type === "answered") answered = event.answer?.files ?? [];
    },
    answeredFiles: () => answered,
    canKeep: async () => hasOutbox,
    isOnline: () => false,
    wait: () => Promise.resolve(),
  });
  uploads.add(PHOTOS, [photo("a.png"), photo("b.png")]);
  await vi.waitFor(() => expect(states()).toEqual(["kept", "kept"]));
});

it("goes with the feedback that names it", () => {
  const [first = "", second = ""] = answered.map(({ id }) => id);
  expect(uploads.keptFor(feedback("b1", second))).toEqual([
    { id: second, file: item(1).file, path: "/uploads?q", headers: { "X-Device-Id": "d" } },
  ]);
  expect(uploads.keptFor(feedback(first, second))).toHaveLength(2);
  uploads.release();
  expect(uploads.keptFor(feedback(first, second))).toEqual([]);
});

it("that is removed leaves the answer, and nothing is deleted from the server", () => {
  const [first = ""] = answered.map(({ id }) => id);
  uploads.remove("q", item(0));
  expect(answered.map(({ name }) => name)).toEqual(["b.png"]);
  expect(uploads.keptFor(feedback(first))).toEqual([]);
  expect(remove).not.toHaveBeenCalled();
});

it("that the server refuses at last keeps the visitor until it is removed", () => {
  const [first = ""] = answered.map(({ id }) => id);
  uploads.refuse(first, { status: 422, body: { code: "invalid_file" } });
  expect(states()).toEqual(["failed", "kept"]);
  expect(item(0).state).toMatchObject({ problem: { key: "invalid_file" }, mayRetry: false });
  expect(events.at(-1)).toEqual({ type: "uploading", questionId: "q", uploads: "failed" });
  uploads.remove("q", item(0));
  expect(answered.map(({ name }) => name)).toEqual(["b.png"]);
  expect(events.at(-1)).toEqual({ type: "uploading", questionId: "q", uploads: "none" });
});

it("that nothing would keep has failed, and can be tried again", async () => {
  hasOutbox = false;
  uploads.add(PHOTOS, [photo("c.png")]);
  await vi.waitFor(() => expect(item(2).state).toMatchObject({ kind: "failed", mayRetry: true }));
  expect(answered).toHaveLength(2);
  hasOutbox = true;
  uploads.retry("q", item(2));
  await vi.waitFor(() => expect(states()).toEqual(["kept", "kept", "kept"]));
});

function photo(name: string): File {
  return new File(["x"], name, { type: "image/png" });
}

function feedback(...ids: string[]) {
  return { responses: ids.map((id) => ({ question_id: "q", active_storage_blob_id: id })) } as Feedback;
}

function item(at: number) {
  const found = uploads.items("q")[at];
  if (!found) throw new Error(`There is no file ${at}.`);
  return found;
}

function states(): string[] {
  return uploads.items("q").map(({ state }) => state.kind);
}
