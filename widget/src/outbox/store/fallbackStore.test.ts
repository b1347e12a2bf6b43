import { expect, it, vi } from "vitest";
import { FEEDBACK, type RecordChange } from "../records/changes";
import { createFallbackStore, createMemoryStore } from "./fallbackStore";

const WRITE: RecordChange = {
  type: "write",
  lane: "lane",
  apiBase: "",
  submission: { key: "k", partial: false, body: "", headers: {}, content: "" },
  now: 0,
};

it("goes on where what was lost cannot be restored", async () => {
  let lose = () => {};
  const onFailure = vi.fn();
  const error = new Error("broken");
  const onRestored = () => {
    throw error;
  };
  const openFirst = (onLost: () => void) => {
    lose = onLost;
    return createMemoryStore(FEEDBACK);
  };
  const store = createFallbackStore(FEEDBACK, openFirst, { onFailure, onRestored });
  await store.change([{ id: "run", change: WRITE }]);
  lose();
  expect(await store.read("run")).toMatchObject({ state: "waiting" });
  expect(onFailure).toHaveBeenCalledWith(error);
});
