import { queryOptions } from "@tanstack/react-query";
import { call } from "../http/call";
import type { KnownTag, ListedRecord } from "../wire";
import type { FlowDefinition } from "./flow";

/** Records change seldom: one that was read is good for a while. */
const STALE_MS = 60_000;
/** The most that the server lists at once. */
const PART = 200;
/** More records than this are not offered for choice. */
const MAX_PARTS = 10;

async function listAll(kind: "nodes" | "flows"): Promise<ListedRecord[]> {
  const all: ListedRecord[] = [];
  let after: string | null = null;
  for (let part = 0; part < MAX_PARTS; part += 1) {
    const query = new URLSearchParams({ limit: String(PART), ...(after !== null && { after }) });
    const list: { items: ListedRecord[]; next_cursor: string | null } = await call(
      "GET",
      `/v1/staff/${kind}?${query}`,
    );
    all.push(...list.items);
    after = list.next_cursor;
    if (after === null) break;
  }
  // A record that is only a draft has asked nobody yet.
  return all.filter(({ revision }) => revision !== null);
}

/** The nodes of the reader. */
export const nodesQuery = queryOptions({
  queryKey: ["nodes", "all"],
  queryFn: () => listAll("nodes"),
  staleTime: STALE_MS,
});

/** The flows that the reader may see. */
export const flowsQuery = queryOptions({
  queryKey: ["flows", "all"],
  queryFn: () => listAll("flows"),
  staleTime: STALE_MS,
});

/** A flow as it is now. */
export function flowQuery(id: string) {
  return queryOptions({
    queryKey: ["flows", "current", id],
    queryFn: () => call<FlowDefinition>("GET", `/v1/staff/flows/${encodeURIComponent(id)}`),
    staleTime: STALE_MS,
  });
}

/** A flow as it was in a revision, which never changes. */
export function flowRevisionQuery(id: string, revision: number) {
  return queryOptions({
    queryKey: ["flows", "revision", id, revision],
    queryFn: () =>
      call<FlowDefinition>("GET", `/v1/staff/flows/${encodeURIComponent(id)}/revisions/${revision}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The tags that feedback of a node has. */
export function tagsQuery(node: string) {
  return queryOptions({
    queryKey: ["nodes", "tags", node],
    queryFn: async () => {
      const path = `/v1/staff/nodes/${encodeURIComponent(node)}/tags?limit=${PART}`;
      return (await call<{ items: KnownTag[] }>("GET", path)).items;
    },
  });
}

/** Returns what a record is called: by its title, or else by its id. */
export function recordName(records: readonly ListedRecord[] | undefined, id: string): string {
  return records?.find((record) => record.id === id)?.title || id;
}
