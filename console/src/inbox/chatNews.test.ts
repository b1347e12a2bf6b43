// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chatQuery } from "./chat";
import { followChatNews } from "./chatNews";
import { aMessage, anItem } from "./fixtures";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the server answers with when it has messages up to a position. */
const upTo = (position: number) =>
  Response.json({
    feedback_id: "c1",
    status: "open",
    timeline_items: Array.from({ length: position }, (_, at) => aMessage(at + 1)),
    timeline_after: 0,
    cursor: `${position}.123456789`,
  });

const announced = (position: number) => anItem({ cursor: `${position}.123456789` });

/** An open chat, whose loads the test answers one by one. */
function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const loads: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => loads.push(resolve)));
  const news = followChatNews(queries);
  const close = new QueryObserver(queries, chatQuery("c1")).subscribe(() => {});
  const answer = async (response: Response) => {
    await vi.advanceTimersByTimeAsync(0);
    loads.at(-1)?.(response);
    await vi.advanceTimersByTimeAsync(0);
  };
  const shown = () => queries.getQueryData(chatQuery("c1").queryKey)?.timeline_items.length;
  return { news, loads, answer, shown, close };
}

it("loads what is announced", async () => {
  const { news, loads, answer, shown } = open();
  await answer(upTo(1));
  news.take(announced(2));
  await answer(upTo(2));
  expect([loads.length, shown()]).toEqual([2, 2]);
  await vi.runAllTimersAsync();
  expect(loads.length).toBe(2);
});

it("loads once more what is announced while a chat is loading, also for the first time", async () => {
  const { news, loads, answer, shown } = open();
  news.take(announced(2));
  await answer(upTo(1));
  await answer(upTo(2));
  expect([loads.length, shown()]).toEqual([2, 2]);
  news.take(announced(3));
  news.take(announced(4));
  await answer(upTo(3));
  await answer(upTo(4));
  expect([loads.length, shown()]).toEqual([4, 4]);
});

it("tries again after a pause what could not be loaded", async () => {
  const { news, loads, answer, shown } = open();
  await answer(upTo(1));
  news.take(announced(2));
  for (const failed of [2, 3]) {
    await answer(new Response(null, { status: 503 }));
    expect([loads.length, shown()]).toEqual([failed, 1]);
    await vi.advanceTimersByTimeAsync(2_000);
  }
  await answer(upTo(2));
  expect([loads.length, shown()]).toEqual([4, 2]);
});

it("leaves a chat alone that is gone or no longer open", async () => {
  const { news, loads, answer, close } = open();
  await answer(upTo(1));
  news.take(announced(2));
  await answer(new Response(null, { status: 410 }));
  await vi.runAllTimersAsync();
  expect(loads.length).toBe(2);
  news.take(announced(3));
  close();
  await vi.runAllTimersAsync();
  expect(loads.length).toBe(3);
  news.take(announced(4));
  await vi.runAllTimersAsync();
  expect(loads.length).toBe(3);
});
