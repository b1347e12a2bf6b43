import type { Query, QueryClient } from "@tanstack/react-query";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../http/call";
import { Problem } from "../http/problem";
import type { AuditItem, InboxItem, SingleFeedback, StaffChat, TimelineItem } from "../wire";
import { isNewer, positionOf } from "./list";

/** How many acts are shown as lines between messages. */
const ACTS = 200;

const chatPath = (id: string) => `/v1/staff/chats/${encodeURIComponent(id)}`;

const CHAT = ["inbox", "chat"] as const;

/** Returns whether a query is a chat, whose id is the last part of its key. */
export const isChatKey = (key: readonly unknown[]): key is readonly [...typeof CHAT, string] =>
  key.length === 3 && key[0] === CHAT[0] && key[1] === CHAT[1];

/** Returns whether a query is a chat that waits in a queue. */
export const isQueuedChat = ({ queryKey, state }: Query): boolean =>
  isChatKey(queryKey) && (state.data as StaffChat | undefined)?.status === "queued";

/** One chat, with the part of its timeline that is loaded: loading it again adds what came since. */
export function chatQuery(id: string) {
  return queryOptions({
    queryKey: [...CHAT, id] as const,
    queryFn: async ({ client, signal }): Promise<StaffChat> => {
      const known = client.getQueryData<StaffChat>([...CHAT, id]);
      const after = known ? `?after=${encodeURIComponent(known.cursor)}` : "";
      const loaded = await call<StaffChat>("GET", chatPath(id) + after, undefined, { signal });
      // What was there when the answer came: a message may have been stored meanwhile.
      return withEarlier(loaded, client.getQueryData<StaffChat>([...CHAT, id]));
    },
    // Events say when there is something new.
    staleTime: 60_000,
  });
}

/** Returns whether a chat is erased, or no longer for the reader: then nothing of it is shown, also where that was missed. */
export function isGone(error: unknown): boolean {
  return error instanceof Problem && [403, 404, 410].includes(error.status);
}

/** The beginning of the keys of what staff have done, with all chats or one. */
export const actsKey = (...id: [] | [id: string]) => ["inbox", "acts", ...id] as const;

/**
 * What staff have done with a chat, the last first. It is asked for again for each state of the chat that is known: what has brought
 * that about is in the answer, whichever way the state came.
 */
export function actsQuery({ feedback_id: id, status, assigned_to, snoozed_until }: StaffChat) {
  return queryOptions({
    queryKey: [...actsKey(id), status, assigned_to, snoozed_until] as const,
    queryFn: ({ signal }) =>
      call<{ items: AuditItem[] }>(
        "GET",
        `/v1/staff/audit?feedback_id=${encodeURIComponent(id)}&limit=${ACTS}`,
        undefined,
        { signal },
      ),
    placeholderData: keepPreviousData,
    // The chat may have been in the same state before.
    staleTime: 0,
  });
}

/** What is known of the feedback that a chat belongs to. */
export function feedbackQuery(id: string) {
  return queryOptions({
    queryKey: ["inbox", "feedback", id] as const,
    queryFn: ({ signal }) =>
      call<SingleFeedback>("GET", `/v1/staff/feedbacks/${encodeURIComponent(id)}`, undefined, { signal }),
    staleTime: 60_000,
  });
}

/** Returns a chat that was loaded with the items of before that, unless there is a hole between them or another history. */
export function withEarlier(loaded: StaffChat, known: StaffChat | undefined): StaffChat {
  if (!known) return loaded;
  const isOfSameHistory = known.cursor.split(".")[1] === loaded.cursor.split(".")[1];
  if (!isOfSameHistory || loaded.timeline_after > positionOf(known.cursor)) return loaded;
  return {
    ...loaded,
    timeline_after: Math.min(known.timeline_after, loaded.timeline_after),
    timeline_items: merged(known.timeline_items, loaded.timeline_items),
  };
}

/**
 * Loads the part of the timeline before what is there.
 *
 * @param onLoad is called just before that is shown.
 */
export async function loadEarlier(queries: QueryClient, id: string, onLoad: () => void): Promise<void> {
  const { queryKey } = chatQuery(id);
  const known = queries.getQueryData(queryKey);
  if (!known || known.timeline_after === 0) return;
  // What is before a position: the last item of that part has the position after which the known one begins.
  const part = await call<StaffChat>("GET", `${chatPath(id)}?before=${known.timeline_after + 1}`);
  onLoad();
  queries.setQueryData(
    queryKey,
    (now) =>
      now && {
        ...now,
        timeline_after: Math.min(now.timeline_after, part.timeline_after),
        timeline_items: merged(part.timeline_items, now.timeline_items),
      },
  );
}

/** Adds a message that the server has stored. The cursor stays: messages of others may have come before it. */
export function addMessage(queries: QueryClient, id: string, item: TimelineItem): void {
  queries.setQueryData(
    chatQuery(id).queryKey,
    (now) => now && { ...now, timeline_items: merged(now.timeline_items, [item]) },
  );
}

/** Takes over what an item of the list says of a chat. Returns whether something of the chat is not loaded. */
export function takeItem(queries: QueryClient, item: InboxItem): boolean {
  const { queryKey } = chatQuery(item.feedback_id);
  const known = queries.getQueryData(queryKey);
  // The answer that is on its way may be older.
  if (!known) return queries.isFetching({ queryKey }) > 0;
  // The chat may have been loaded since the event was sent.
  if (!isNewer(item, known)) return false;
  const { status, assigned_to, accepted_by, closed_by, snoozed_until, tags } = item;
  queries.setQueryData(queryKey, {
    ...known,
    ...{ status, assigned_to, accepted_by, closed_by, snoozed_until, tags },
  });
  return known.cursor !== item.cursor;
}

/** Forgets a chat that is erased. Where it is open, the server says that it is gone. */
export function forgetChat(queries: QueryClient, id: string): void {
  for (const queryKey of [chatQuery(id).queryKey, actsKey(id), feedbackQuery(id).queryKey])
    void queries.resetQueries({ queryKey });
}

/** Changes what a chat is before the server has said so. */
export function patchChat(queries: QueryClient, id: string, patch: Partial<StaffChat>): void {
  queries.setQueryData(chatQuery(id).queryKey, (now) => now && { ...now, ...patch });
}

/** Returns the items of both, each once, in their order. */
function merged(one: readonly TimelineItem[], other: readonly TimelineItem[]): TimelineItem[] {
  const items = new Map(one.map((item) => [item.position, item]));
  for (const item of other) items.set(item.position, item);
  return [...items.values()].sort((one, other) => one.position - other.position);
}
