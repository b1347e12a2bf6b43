// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { anItem } from "./fixtures";
import { catchUp, listQuery, removeItem, takeChanges } from "./list";
import { followLoads } from "./loads";

afterEach(() => void vi.unstubAllGlobals());

const answer = (items: unknown[], fields: object = {}) =>
  Response.json({ items, next_cursor: null, changes_cursor: "123456789.1.a", ...fields });

const QUERY = listQuery({ view: "all" });

const inList = (queries: QueryClient) =>
  queries
    .getQueryData(QUERY.queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ feedback_id, status }) => `${feedback_id} ${status}`));

it("keeps what changes while the next part of a list is loading", async () => {
  const queries = new QueryClient();
  let give = (_: Response) => {};
  vi.stubGlobal("fetch", (address: string) => {
    if (address.includes("status=queued")) return Promise.resolve(answer([]));
    return new Promise<Response>((resolve) => {
      give = resolve;
    });
  });
  const loads = followLoads(queries, ({ items, erased }) => {
    takeChanges(queries, items, "Ann");
    for (const id of erased) removeItem(queries, id);
  });
  queries.setQueryData(QUERY.queryKey, {
    pages: [{ items: [anItem({ feedback_id: "a" }), anItem({ feedback_id: "b" })], next: { open: "2" } }],
    pageParams: [null],
  });
  const loading = queries.fetchInfiniteQuery({ ...QUERY, pages: 1, staleTime: 0 });
  await Promise.resolve();
  const changed = anItem({ feedback_id: "a", status: "queued", cursor: "2.123456789" });
  loads.keep({ items: [changed], erased: ["b"] });
  takeChanges(queries, [changed], "Ann");
  removeItem(queries, "b");
  give(answer([anItem({ feedback_id: "a" }), anItem({ feedback_id: "b" })]));
  await loading;
  expect(inList(queries)).toEqual(["a queued"]);
  loads.stop();
});

it("fetches all changes after a gap, part by part", async () => {
  const queries = new QueryClient();
  const onChanges = vi.fn();
  expect(await catchUp(queries, onChanges)).toBe(false);
  vi.stubGlobal("fetch", async () => answer([]));
  await queries.fetchInfiniteQuery(QUERY);
  const asked: (string | null)[] = [];
  const many = Array.from({ length: 200 }, (_, at) => anItem({ feedback_id: `c${at}` }));
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(new URL(address, "http://x.invalid").searchParams.get("since"));
    return asked.length === 1
      ? answer(many, { changes_cursor: "123456789.2.b", next_cursor: "2.b", erased_feedback_ids: [] })
      : answer([anItem({ feedback_id: "last" })], {
          changes_cursor: "123456789.3.c",
          erased_feedback_ids: ["gone"],
        });
  });
  expect(await catchUp(queries, onChanges)).toBe(true);
  expect(asked).toEqual(["123456789.1.a", "123456789.2.b"]);
  expect(onChanges.mock.calls.map(([{ items, erased }]) => [items.length, erased])).toEqual([
    [200, []],
    [1, ["gone"]],
  ]);
});

it("loads lists again after a backup was restored, and shows what is there until then", async () => {
  const queries = new QueryClient();
  vi.stubGlobal("fetch", async () => answer([anItem()]));
  await queries.fetchInfiniteQuery(QUERY);
  vi.stubGlobal("fetch", async () => answer([anItem()], { changes_cursor: "987654321.1.a" }));
  await catchUp(queries, () => {});
  expect(queries.getQueryState(QUERY.queryKey)).toMatchObject({ isInvalidated: true, status: "success" });
});
