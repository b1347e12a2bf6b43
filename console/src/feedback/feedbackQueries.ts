import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { type Filter, filterParameters } from "../filter/filter";
import { call } from "../http/call";
import type { FeedbackList, FeedbackReview, KeptExport, SingleFeedback, StaffFeedback } from "../wire";

const PART = 50;

/** The key of all lists of feedback that are kept. */
const LISTS = ["feedback", "list"] as const;

type Pages = InfiniteData<FeedbackList, string | null>;

/** The feedback of a filter, part by part. What is there stays as it is until the reader asks for what is new. */
export function listQuery(filter: Filter) {
  const parameters = filterParameters(filter);
  return infiniteQueryOptions({
    queryKey: [...LISTS, parameters.toString()],
    queryFn: ({ pageParam: after, signal }) => {
      const query = new URLSearchParams(parameters);
      query.set("texts", "true");
      query.set("limit", String(PART));
      // The total is work of its own.
      if (after === null) query.set("total", "true");
      else query.set("after", after);
      return call<FeedbackList>("GET", `/v1/staff/feedbacks?${query}`, undefined, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
}

/** The address of the calls about a feedback. */
export function pathOf(id: string): string {
  return `/v1/staff/feedbacks/${encodeURIComponent(id)}`;
}

/** One feedback. */
export function feedbackQuery(id: string) {
  return queryOptions({
    queryKey: ["feedback", "single", id],
    queryFn: ({ signal }) => call<SingleFeedback>("GET", pathOf(id), undefined, { signal }),
  });
}

/** Whether a feedback has a chat. */
export function hasChatQuery(id: string) {
  return queryOptions({
    queryKey: ["feedback", "chat", id],
    queryFn: async ({ signal }) => {
      const path = `/v1/staff/chats?limit=1&id_prefix=${encodeURIComponent(id)}`;
      return (await call<{ items: unknown[] }>("GET", path, undefined, { signal })).items.length > 0;
    },
  });
}

/** The exports that the server keeps for the reader. It is asked again while one is made. */
export const exportsQuery = queryOptions({
  queryKey: ["feedback", "exports"],
  queryFn: ({ signal }) =>
    call<{ items: KeptExport[] }>("GET", "/v1/staff/exports?limit=200", undefined, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ state }) => state === "queued" || state === "running") ? 1_000 : false,
});

/** Returns the newest feedback of a filter that is not among those that are known, and whether there may be more in a moment. */
export async function findNew(
  filter: Filter,
  known: ReadonlySet<string>,
): Promise<{ ids: string[]; isBehind: boolean }> {
  const query = filterParameters(filter);
  query.set("limit", String(PART));
  const list = await call<FeedbackList>("GET", `/v1/staff/feedbacks?${query}`);
  const ids = list.items.map(({ id }) => id);
  // What is older than the first one that is known was there before.
  const firstKnown = ids.findIndex((id) => known.has(id));
  return { ids: firstKnown < 0 ? ids : ids.slice(0, firstKnown), isBehind: list.is_index_behind };
}

/** Puts what has changed in a feedback into everything that is shown of it, without moving it. */
export function keepChanged(queries: QueryClient, changed: FeedbackReview | StaffFeedback): void {
  queries.setQueriesData<Pages>({ queryKey: LISTS }, (list) => {
    if (!list?.pages.some(({ items }) => items.some(({ id }) => id === changed.id))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === changed.id ? { ...item, ...changed } : item)),
    }));
    return { ...list, pages };
  });
  queries.setQueryData<SingleFeedback>(
    feedbackQuery(changed.id).queryKey,
    (single) => single && { ...single, ...changed },
  );
}

/** Loads the list from its beginning. */
export async function reloadList(queries: QueryClient, filter: Filter): Promise<void> {
  const { queryKey } = listQuery(filter);
  queries.setQueryData<Pages>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await queries.refetchQueries({ queryKey, exact: true });
}
