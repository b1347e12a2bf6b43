// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer } from "../http/fakeServer";
import type { StaffChat } from "../wire";
import { actsQuery, chatQuery, forgetChat, takeItem, withEarlier } from "./chat";
import { aMessage, anItem } from "./fixtures";

afterEach(() => void vi.unstubAllGlobals());

const chat = (positions: number[], after: number, cursor: string) =>
  ({
    timeline_items: positions.map((position) => aMessage(position)),
    timeline_after: after,
    cursor,
  }) as StaffChat;

const positions = ({ timeline_items }: StaffChat) => timeline_items.map(({ position }) => position);

it("adds what came since to what is there, each once", () => {
  const known = chat([4, 5, 6], 3, "6.111111111");
  const now = withEarlier(chat([6, 7], 5, "7.111111111"), known);
  expect(positions(now)).toEqual([4, 5, 6, 7]);
  expect(now).toMatchObject({ timeline_after: 3, cursor: "7.111111111" });
});

it("begins again where there is a hole, and after a backup was restored", () => {
  const known = chat([4, 5], 3, "5.111111111");
  expect(positions(withEarlier(chat([300], 299, "300.111111111"), known))).toEqual([300]);
  expect(positions(withEarlier(chat([1], 0, "1.222222222"), known))).toEqual([1]);
});

it("takes over what events say, but nothing older than what is loaded", () => {
  const queries = new QueryClient();
  const { queryKey } = chatQuery("c1");
  queries.setQueryData(queryKey, { ...chat([5], 0, "5.123456789"), status: "open" });
  expect(takeItem(queries, anItem({ cursor: "4.123456789", status: "closed" }))).toBe(false);
  expect(queries.getQueryData(queryKey)?.status).toBe("open");
  expect(takeItem(queries, anItem({ cursor: "6.123456789", status: "closed" }))).toBe(true);
  expect(queries.getQueryData(queryKey)?.status).toBe("closed");
});

it("forgets a chat that is erased", () => {
  const queries = new QueryClient();
  const { queryKey } = chatQuery("c1");
  queries.setQueryData(queryKey, chat([5], 0, "5.123456789"));
  forgetChat(queries, "c1");
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

it("asks what staff have done for each state of a chat, and shows what is known until then", async () => {
  const items = [{ act: "claim" }];
  const sent = fakeServer(() => ({ status: 200, body: { items } }));
  const open = { ...chat([5], 0, "5.123456789"), feedback_id: "c1", status: "open" } as StaffChat;
  const observer = new QueryObserver(new QueryClient(), actsQuery(open));
  const end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.items).toHaveLength(1));
  items.push({ act: "close" });
  observer.setOptions(actsQuery({ ...open, status: "closed" }));
  expect(observer.getCurrentResult().data?.items).toHaveLength(1);
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.items).toHaveLength(2));
  items.push({ act: "reopen" });
  // A state that the chat had before.
  observer.setOptions(actsQuery(open));
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.items).toHaveLength(3));
  expect(sent).toHaveLength(3);
  end();
});
