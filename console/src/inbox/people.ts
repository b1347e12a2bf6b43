import { queryOptions } from "@tanstack/react-query";
import { call } from "../http/call";
import type { Text } from "../texts/TextsProvider";
import type { CannedReply, Colleague, KnownTag, Person } from "../wire";

/** Returns what a customer is called: their name, or that they are a visitor and the beginning of the chat's id. */
export function customerName(person: Person | undefined, id: string, text: Text): string {
  const name = [person?.name, person?.surname].filter(Boolean).join(" ") || person?.nickname;
  return name || text("inbox_visitor", { id: shortId(id) });
}

/** Returns the beginning of an id, by which people can tell chats apart. */
export const shortId = (id: string) => id.slice(0, 6);

/** The colleagues of a node. */
export function colleaguesQuery(node: string) {
  return queryOptions({
    queryKey: ["inbox", "colleagues", node] as const,
    queryFn: ({ signal }) =>
      call<{ items: Colleague[] }>(
        "GET",
        `/v1/staff/colleagues?limit=200&node_id=${encodeURIComponent(node)}`,
        undefined,
        { signal },
      ),
  });
}

/** The prepared texts of a node. */
export function cannedQuery(node: string) {
  return queryOptions({
    queryKey: ["inbox", "canned", node] as const,
    queryFn: ({ signal }) =>
      call<{ items: CannedReply[] }>(
        "GET",
        `/v1/staff/canned_replies?limit=200&node_id=${encodeURIComponent(node)}`,
        undefined,
        { signal },
      ),
    staleTime: 60_000,
  });
}

/** The tags that feedback of a node has. */
export function tagsQuery(node: string) {
  return queryOptions({
    queryKey: ["inbox", "tags", node] as const,
    queryFn: ({ signal }) =>
      call<{ items: KnownTag[] }>("GET", `/v1/staff/nodes/${encodeURIComponent(node)}/tags`, undefined, {
        signal,
      }),
  });
}
