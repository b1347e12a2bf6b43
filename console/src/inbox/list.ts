import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../http/call";
import type { ChatCounts, ChatStatus, InboxItem, InboxPart, ListedRecord } from "../wire";
import { type InboxSearch, isInView, listParameters, statusesOf } from "./search";

/** How many chats of a status are asked for at a time. */
const PART = 50;

/** How many changes are asked for at a time after a gap, and how often at most: after more, lists are loaded again. */
const MOST_CHANGES = 200;
const MOST_PARTS = 5;

/** From where a part continues, by status; a status that is missing has no more. */
type Place = Partial<Record<ChatStatus, string>>;

interface Part {
  items: InboxItem[];
  next: Place;
}

type Parts = InfiniteData<Part, Place | null>;

const LIST = ["inbox", "list"] as const;

/** Returns whether a query is a list of chats. */
export const isListKey = ([first, second]: readonly unknown[]) => first === LIST[0] && second === LIST[1];

/** The chats of a view, part by part: those of each of its statuses. */
export function listQuery(search: InboxSearch) {
  return infiniteQueryOptions({
    queryKey: [...LIST, search] as const,
    queryFn: async ({ pageParam, client, signal }): Promise<Part> => {
      const statuses = statusesOf(search).filter((status) => !pageParam || pageParam[status] !== undefined);
      const parts = await Promise.all(
        statuses.map((status) => loadPart(search, status, pageParam?.[status], signal)),
      );
      rememberCursor(client, parts);
      const next: Place = {};
      statuses.forEach((status, at) => {
        const cursor = parts[at]?.next_cursor;
        if (cursor) next[status] = cursor;
      });
      return { items: parts.flatMap(({ items }) => items), next };
    },
    initialPageParam: null as Place | null,
    getNextPageParam: ({ next }) => (Object.keys(next).length > 0 ? next : undefined),
    // Events keep it up to date; after a gap, `catchUp` does.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

function loadPart(search: InboxSearch, status: ChatStatus, after: string | undefined, signal: AbortSignal) {
  const parameters = listParameters(search);
  parameters.set("status", status);
  parameters.set("limit", String(PART));
  if (after) parameters.set("after", after);
  return call<InboxPart>("GET", `/v1/staff/chats?${parameters}`, undefined, { signal });
}

/** How many chats wait for an answer, by view. */
export function countsQuery(node: string | undefined) {
  return queryOptions({
    queryKey: ["inbox", "counts", node ?? null] as const,
    queryFn: ({ signal }) =>
      call<ChatCounts>(
        "GET",
        `/v1/staff/chats/counts${node ? `?node_id=${encodeURIComponent(node)}` : ""}`,
        undefined,
        { signal },
      ),
  });
}

/** The nodes that the reader may see. */
export const nodesQuery = queryOptions({
  queryKey: ["inbox", "nodes"] as const,
  queryFn: ({ signal }) =>
    call<{ items: ListedRecord[] }>("GET", "/v1/staff/nodes?limit=200", undefined, { signal }),
  staleTime: 300_000,
});

/**
 * Returns the chats of a list as they are shown: each once, the last change first. The open one stays where it no longer fits,
 * so that it does not vanish from under the reader.
 */
export function listed(
  parts: readonly Part[],
  search: InboxSearch,
  me: string,
  openId: string | undefined,
): InboxItem[] {
  const items = new Map<string, InboxItem>();
  for (const part of parts)
    for (const item of part.items) {
      const known = items.get(item.feedback_id);
      if (!known || isNewer(item, known)) items.set(item.feedback_id, item);
    }
  return [...items.values()]
    .filter((item) => item.feedback_id === openId || isInView(item, search, me))
    .sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

/** Takes over chats that have changed, in each list that has them or that they belong to now. */
export function takeChanges(queries: QueryClient, changed: readonly InboxItem[], me: string): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: LIST })) {
    const search = query.queryKey[2] as InboxSearch;
    queries.setQueryData<Parts>(query.queryKey, (data) => data && withChanges(data, changed, search, me));
  }
}

function withChanges(data: Parts, changed: readonly InboxItem[], search: InboxSearch, me: string): Parts {
  const left = new Map(changed.map((item) => [item.feedback_id, item]));
  const pages = data.pages.map((page) => {
    if (!page.items.some(({ feedback_id }) => left.has(feedback_id))) return page;
    const items = page.items.map((item) => {
      const newer = left.get(item.feedback_id);
      if (!newer) return item;
      left.delete(item.feedback_id);
      return isNewer(newer, item) ? newer : item;
    });
    return { ...page, items };
  });
  // What a search finds only the server knows.
  const added = search.text ? [] : [...left.values()].filter((item) => isInView(item, search, me));
  const first = pages[0];
  if (first && added.length > 0) pages[0] = { ...first, items: [...added, ...first.items] };
  return { ...data, pages };
}

/** Changes one chat in all lists, before the server has said so. */
export function patchItem(queries: QueryClient, id: string, patch: Partial<InboxItem>): void {
  queries.setQueriesData<Parts>({ queryKey: LIST }, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) =>
      page.items.some(({ feedback_id }) => feedback_id === id)
        ? {
            ...page,
            items: page.items.map((item) => (item.feedback_id === id ? { ...item, ...patch } : item)),
          }
        : page,
    );
    return { ...data, pages };
  });
}

/** Removes a chat that is erased from all lists. */
export function removeItem(queries: QueryClient, id: string): void {
  queries.setQueriesData<Parts>({ queryKey: LIST }, (data) => {
    if (!data) return data;
    const without = ({ items, next }: Part): Part => ({
      next,
      items: items.filter(({ feedback_id }) => feedback_id !== id),
    });
    return { ...data, pages: data.pages.map(without) };
  });
}

/** Returns a chat as a list has it. */
export function findItem(queries: QueryClient, id: string): InboxItem | undefined {
  for (const [, data] of queries.getQueriesData<Parts>({ queryKey: LIST }))
    for (const page of data?.pages ?? [])
      for (const item of page.items) if (item.feedback_id === id) return item;
  return undefined;
}

/** From where on changes have to be fetched after a gap: where the first list was loaded that there is, or the last gap was closed. */
const cursors = new WeakMap<QueryClient, string>();

function rememberCursor(queries: QueryClient, parts: readonly InboxPart[]): void {
  const cursor = parts[0]?.changes_cursor;
  const hasList = queries.getQueriesData<Parts>({ queryKey: LIST }).some(([, data]) => data);
  if (cursor && !(hasList && cursors.has(queries))) cursors.set(queries, cursor);
}

/** What has changed in the inbox: chats as they are now, and the ids of those that are erased. */
export interface Changes {
  items: readonly InboxItem[];
  erased: readonly string[];
}

/**
 * Fetches what has changed while no events came.
 *
 * @param onChanges is called with it.
 * @returns whether that was possible: not before a list was loaded.
 */
export async function catchUp(queries: QueryClient, onChanges: (changes: Changes) => void): Promise<boolean> {
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const since = cursors.get(queries);
    if (since === undefined) return false;
    const parameters = new URLSearchParams({ since, limit: String(MOST_CHANGES) });
    const { items, erased_feedback_ids, next_cursor, changes_cursor } = await call<InboxPart>(
      "GET",
      `/v1/staff/chats?${parameters}`,
    );
    cursors.set(queries, changes_cursor);
    // A backup was restored: chats that have come since are gone.
    if (historyOf(changes_cursor) !== historyOf(since)) break;
    onChanges({ items, erased: erased_feedback_ids ?? [] });
    if (next_cursor === null) return true;
  }
  // What is there stays until it is loaded.
  await queries.invalidateQueries({ queryKey: LIST });
  return true;
}

/** Returns of which history of the database a cursor of changes is. */
const historyOf = (cursor: string) => cursor.split(".")[0];

/** Returns whether an item is of a later state of its chat than another one, or of the same. */
export function isNewer(item: Pick<InboxItem, "cursor">, known: Pick<InboxItem, "cursor">): boolean {
  if (item.cursor.split(".")[1] !== known.cursor.split(".")[1]) return true;
  return positionOf(item.cursor) >= positionOf(known.cursor);
}

/** Returns the position of a cursor (docs/chat.md#cursors). */
export function positionOf(cursor: string): number {
  return Number.parseInt(cursor, 10);
}
