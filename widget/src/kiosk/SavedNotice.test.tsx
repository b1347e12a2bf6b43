// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { createListeners } from "../basics/listeners";
import type { View } from "../engine/types";
import { summarize } from "../outbox/keptFeedback";
import { FEEDBACK } from "../outbox/records/changes";
import { createMemoryStore } from "../outbox/store/fallbackStore";
import { SavedNotice } from "./KioskScreen";
import { followQueue, type Outbox, type OutboxPart } from "./queue";

const SAVED = "Your answers are safe on this device. We send them as soon as you are online.";
const VIEW = { style: "thank_you" } as View;

beforeEach(cleanup);

it("tells a visitor of their own feedback only, and only if it was kept", async () => {
  vi.useFakeTimers();
  const store = createMemoryStore(FEEDBACK);
  const changes = createListeners<[id: string]>();
  const outbox = { records: store.readAll, subscribe: changes.add } as Outbox;
  const queue = followQueue(outbox, { summarize } as OutboxPart, () => {});
  const looked = () => act(() => vi.advanceTimersByTimeAsync(300));
  const change = async (id: string, change: Parameters<typeof store.change>[0][number]["change"]) => {
    await store.change([{ id, change }]);
    changes.notify(id);
    await looked();
  };
  const write = (id: string) => {
    const submission = { key: id, partial: false, body: "{}", headers: {}, content: id };
    return change(id, { type: "write", lane: "lane", apiBase: "", submission, now: 0 });
  };
  await write("earlier");
  await change("earlier", { type: "leave" });

  const run = { view: () => VIEW, subscribe: () => () => {} };
  render(<SavedNotice run={run} queue={queue} />);
  await looked();
  const isSaid = () => screen.queryByText(SAVED) !== null;
  expect(isSaid()).toBe(false);
  await write("own");
  // The server may still take it.
  expect(isSaid()).toBe(false);
  await change("own", { type: "leave" });
  expect(isSaid()).toBe(true);
  await change("own", { type: "remove" });
  expect(isSaid()).toBe(false);
  vi.useRealTimers();
});
