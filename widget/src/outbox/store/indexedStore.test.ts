import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FEEDBACK, type RecordChange } from "../records/changes";
import { createIndexedStore } from "./indexedStore";

vi.mock("idb", () => ({ openDB: vi.fn() }));

const WRITE: RecordChange = {
  type: "write",
  lane: "lane",
  apiBase: "",
  submission: { key: "k", partial: false, body: "", headers: {}, content: "" },
  now: 0,
};

const ended = new DOMException("The browser has ended it.", "AbortError");

/** As `idb` has them: a transaction that the browser ends rejects, and so does everything that it was asked. */
function endedTransaction() {
  const request = () => Promise.reject(ended);
  const store = { get: request, getAll: request, count: request, put: request, delete: request };
  return {
    done: Promise.reject(ended),
    objectStore: () => ({ ...store, index: () => ({ getAll: request, openKeyCursor: request }) }),
    abort() {
      throw new DOMException("It has ended.", "InvalidStateError");
    },
  };
}

const database = {
  transaction: vi.fn(endedTransaction),
  close() {},
  // Each of these makes a transaction of its own.
  get: () => endedTransaction().objectStore().get(),
  getAll: () => endedTransaction().objectStore().getAll(),
  getAllFromIndex: () => endedTransaction().objectStore().index().getAll(),
};

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
  vi.mocked(openDB).mockResolvedValue(database as never);
});
afterEach(() => {
  process.off("unhandledRejection", note);
});

const store = createIndexedStore(FEEDBACK);

it.each<[string, () => Promise<unknown>]>([
  ["reads all", () => store.readAll()],
  ["reads one", () => store.read("id")],
  ["reads a file", () => store.file("id", "file")],
  ["changes", () => store.change([{ id: "id", change: WRITE }])],
])("tells of a transaction that the browser has ended once: %s", async (_, act) => {
  await expect(act()).rejects.toBe(ended);
  // What nobody has handled is known after this turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});

it("stores nothing where something fails", async () => {
  const abort = vi.fn();
  const request = vi.fn(() => Promise.resolve(undefined));
  const records = {
    get: request,
    count: () => Promise.resolve(1e9),
    index: () => ({ openKeyCursor: request }),
  };
  const transaction = { done: new Promise(() => {}), objectStore: () => records, abort };
  database.transaction.mockReturnValueOnce(transaction as never);
  await expect(store.change([{ id: "id", change: WRITE }])).rejects.toThrow("Too much waits");
  expect(abort).toHaveBeenCalledOnce();
});
