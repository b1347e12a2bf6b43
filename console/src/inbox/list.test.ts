import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { anItem } from "./fixtures";
import { listed, listQuery, removeItem, takeChanges } from "./list";
import type { InboxSearch } from "./search";

const at = (id: string, minute: number, fields = {}) =>
  anItem({ feedback_id: id, updated_at: new Date(minute * 60_000).toISOString(), ...fields });

function withLists(...searches: InboxSearch[]): QueryClient {
  const queries = new QueryClient();
  for (const search of searches)
    queries.setQueryData(listQuery(search).queryKey, {
      pages: [
        { items: [at("a", 2)], next: {} },
        { items: [at("b", 1)], next: {} },
      ],
      pageParams: [null, null],
    });
  return queries;
}

const idsIn = (queries: QueryClient, search: InboxSearch, openId?: string) =>
  listed(queries.getQueryData(listQuery(search).queryKey)?.pages ?? [], search, "Ann", openId).map(
    ({ feedback_id }) => feedback_id,
  );

it("moves a chat up when it changes, and takes in those that begin", () => {
  const queries = withLists({ view: "all" }, { view: "nobody", text: "lamp" });
  takeChanges(queries, [at("b", 5), at("c", 4)], "Ann");
  expect(idsIn(queries, { view: "all" })).toEqual(["b", "c", "a"]);
  // Whether its messages have the words, only the server knows.
  expect(idsIn(queries, { view: "nobody", text: "lamp" })).toEqual(["b", "a"]);
});

it("takes a chat out of a view that it no longer fits, but not from under the reader", () => {
  const queries = withLists({ view: "nobody" });
  takeChanges(queries, [at("a", 3, { assigned_to: "Bob" })], "Ann");
  expect(idsIn(queries, { view: "nobody" })).toEqual(["b"]);
  expect(idsIn(queries, { view: "nobody" }, "a")).toEqual(["a", "b"]);
});

it("ignores what is older than what it has, and forgets erased chats", () => {
  const queries = withLists({ view: "all" });
  takeChanges(queries, [at("b", 9, { cursor: "7.1" })], "Ann");
  takeChanges(queries, [at("b", 8, { cursor: "6.1", status: "closed" })], "Ann");
  expect(idsIn(queries, { view: "all" })).toEqual(["b", "a"]);
  removeItem(queries, "b");
  expect(idsIn(queries, { view: "all" })).toEqual(["a"]);
});
