// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InboxItem, StaffChat } from "../wire";
import { chatQuery } from "./chat";
import { anItem } from "./fixtures";
import { listQuery } from "./list";
import { startLiveInbox } from "./liveInbox";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LIST = listQuery({ view: "all" });

const part = (items: InboxItem[], cursor: string, erased?: string[]) =>
  Response.json({
    items,
    next_cursor: null,
    changes_cursor: `123456789.${cursor}`,
    erased_feedback_ids: erased,
  });

/** A list with one chat, and the inbox that keeps it as it is on the server. */
async function start() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal("fetch", async (address: string) =>
    part(address.includes("status=open") ? [anItem()] : [], "1.a"),
  );
  await queries.fetchInfiniteQuery(LIST);
  const onNews = vi.fn();
  const inbox = startLiveInbox({ queries, me: "Ann", onNews });
  const listed = () => queries.getQueryData(LIST.queryKey)?.pages.flatMap(({ items }) => items);
  return { queries, inbox, onNews, listed };
}

const LATER = anItem({
  cursor: "2.123456789",
  unread: 1,
  last_message: { actor: "customer", body: "Hello", created_at: "2026-11-27T10:01:00Z" },
});

it("takes over changes together, the latest of each chat, and says what customers have written", async () => {
  const { inbox, onNews, listed } = await start();
  inbox.change(anItem({ cursor: "2.123456789", status: "queued" }));
  inbox.change(LATER);
  inbox.change(anItem({ feedback_id: "c2" }));
  expect(listed()).toEqual([anItem()]);
  await vi.advanceTimersByTimeAsync(60);
  expect(listed()).toEqual([anItem({ feedback_id: "c2" }), LATER]);
  expect(onNews.mock.calls).toEqual([[LATER]]);
});

it("fetches what was missed, and tries again where that fails", async () => {
  const { inbox, listed } = await start();
  vi.stubGlobal("fetch", async () => new Response(null, { status: 503 }));
  inbox.catchUp();
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal("fetch", async () => part([LATER], "2.a"));
  expect(listed()).toEqual([anItem()]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(listed()).toEqual([LATER]);
  vi.stubGlobal("fetch", async () => part([], "3.a", ["c1"]));
  inbox.catchUp();
  await vi.advanceTimersByTimeAsync(0);
  expect(listed()).toEqual([]);
});

it("looks at the places of those in the queue when something has changed", async () => {
  const { queries, inbox } = await start();
  const chat = (id: string, status: string) => {
    const { queryKey } = chatQuery(id);
    queries.setQueryData(queryKey, { status } as StaffChat);
    return () => queries.getQueryState(queryKey)?.isInvalidated;
  };
  const [isQueuedOld, isOpenOld] = [chat("c2", "queued"), chat("c3", "open")];
  inbox.change(anItem({ accepted_by: "Ann" }));
  await vi.advanceTimersByTimeAsync(1_060);
  expect([isQueuedOld(), isOpenOld()]).toEqual([true, false]);
});

it("does nothing more once it has stopped", async () => {
  const { inbox, listed } = await start();
  const fetched = vi.fn(async () => new Response(null, { status: 503 }));
  vi.stubGlobal("fetch", fetched);
  inbox.catchUp();
  inbox.change(LATER);
  inbox.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(listed()).toEqual([anItem()]);
});
