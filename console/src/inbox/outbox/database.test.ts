import { afterEach, expect, it, vi } from "vitest";
import { browserStore } from "./database";
import type { OutgoingMessage } from "./message";

afterEach(() => void vi.unstubAllGlobals());

const MESSAGE = { key: "1", user: "ann", chat: "c1" } as OutgoingMessage;

it("keeps messages while the page lives where the database fails, and takes none for sent", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new Error("The database is denied.");
    },
  });
  const store = browserStore();
  await store.put(MESSAGE);
  expect(await store.has("1")).toBe(true);
  // It was stored before the database failed: perhaps it was never sent.
  expect(await store.has("2")).toBe(true);
});
