import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useSession } from "../session/session";
import type { InboxItem } from "../wire";
import { listed, listQuery } from "./list";
import type { InboxSearch } from "./search";

const NO_PARTS: never[] = [];

/**
 * The list of a view, with where the reader is in it and what they have selected.
 *
 * @param open shows a chat beside the list.
 */
export function useChatList(search: InboxSearch, openId: string | undefined, open: (id: string) => void) {
  const me = useSession().user.name;
  const query = useInfiniteQuery(listQuery(search));
  const parts = query.data?.pages ?? NO_PARTS;
  const items = useMemo(() => listed(parts, search, me, openId), [parts, search, me, openId]);
  const rows = useRef(new Map<string, HTMLElement>());
  const [focused, setFocused] = useState<string | undefined>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What has left the list is no longer selected.
  const selected = useMemo(
    () => items.filter(({ feedback_id }) => chosen.has(feedback_id)).map(({ feedback_id }) => feedback_id),
    [items, chosen],
  );
  const isThere = (id: string | undefined) => items.some(({ feedback_id }) => feedback_id === id);
  const activeId = openId ?? (isThere(focused) ? focused : undefined);

  const toggle = useCallback(
    (id: string) =>
      setChosen((known) => {
        const next = new Set(known);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  const setRow = useCallback((id: string, row: HTMLElement | null) => {
    if (row) rows.current.set(id, row);
    else rows.current.delete(id);
  }, []);
  const focusRow = (id: string | undefined) => {
    if (id === undefined) return;
    setFocused(id);
    rows.current.get(id)?.focus();
  };
  /** Goes up or down by a number of chats, and shows the chat where one is open. */
  const move = (by: 1 | -1) => {
    const at = items.findIndex(({ feedback_id }) => feedback_id === activeId);
    const next = items[at < 0 ? 0 : at + by];
    if (!next) return;
    focusRow(next.feedback_id);
    if (openId !== undefined) open(next.feedback_id);
    if (at + by > items.length - 5 && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return {
    query,
    items,
    activeId,
    selected,
    toggle,
    clear,
    setRow,
    setFocused,
    move,
    open,
    focusActive: () => focusRow(activeId),
  };
}

export type ChatList = ReturnType<typeof useChatList>;

/** Returns a chat of the list. */
export function itemOf(list: ChatList, id: string): InboxItem | undefined {
  return list.items.find(({ feedback_id }) => feedback_id === id);
}
