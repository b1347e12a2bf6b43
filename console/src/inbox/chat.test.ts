import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { StaffChat } from "../wire";
import { chatQuery, forgetChat, takeItem, withEarlier } from "./chat";
import { aMessage, anItem } from "./fixtures";

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
