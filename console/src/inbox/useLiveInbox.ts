import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLiveEvent, useLiveGap } from "../live";
import { useSession } from "../session/session";
import type { InboxItem } from "../wire";
import { actsQuery, chatQuery, forgetChat, takeItem } from "./chat";
import { catchUp, findItem, positionOf, removeItem, takeChanges } from "./list";
import { followLoads, type Loads } from "./loads";

/** Within this time changes are collected, so that many of them are drawn at once (docs/constants.md#delays). */
const COLLECT_MS = 60;

/** The least time between two requests for the counts (docs/constants.md#delays). */
const COUNTS_MS = 1_000;

const COUNTS = ["inbox", "counts"];

/**
 * Keeps lists, counts and the open chat as they are on the server.
 *
 * @param onNews a customer has written.
 */
export function useLiveInbox(onNews: (item: InboxItem) => void): void {
  const queries = useQueryClient();
  const me = useSession().user.name;
  const [collected] = useState(() => new Map<string, InboxItem>());
  const changes = useRef<ReturnType<typeof setTimeout>>(undefined);
  const counts = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loads = useRef<Loads>(undefined);
  /** Whether the connection came before a list from which changes can be fetched. */
  const isBehind = useRef(false);
  const countLater = () => {
    counts.current ??= setTimeout(() => {
      counts.current = undefined;
      // A count that is slower than changes come is not given up for the next one.
      if (queries.isFetching({ queryKey: COUNTS }) > 0) countLater();
      else void queries.invalidateQueries({ queryKey: COUNTS });
    }, COUNTS_MS);
  };
  const take = () => {
    changes.current = undefined;
    const items = [...collected.values()];
    collected.clear();
    for (const item of items) if (isNews(item, findItem(queries, item.feedback_id))) onNews(item);
    loads.current?.keep({ items, erased: [] });
    takeChanges(queries, items, me);
    for (const item of items) {
      const { hasNews, hasActs } = takeItem(queries, item);
      if (hasNews) void loadNews(item);
      if (hasActs) void queries.invalidateQueries(actsQuery(item.feedback_id));
    }
    countLater();
  };
  /** Loads what an open chat does not have, also what came while that was loaded; others load it when they are opened. */
  const loadNews = async ({ feedback_id, cursor }: InboxItem) => {
    const { queryKey } = chatQuery(feedback_id);
    await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    const chat = queries.getQueryData(queryKey);
    if (chat && positionOf(chat.cursor) < positionOf(cursor)) await queries.invalidateQueries({ queryKey });
  };
  const fetchChanges = () => {
    isBehind.current = false;
    catchUp(queries, (items) => {
      loads.current?.keep({ items, erased: [] });
      takeChanges(queries, items, me);
    }).then(
      (isDone) => {
        isBehind.current = !isDone;
      },
      // The next gap begins where this one has.
      () => {},
    );
  };
  const onLoaded = useRef(fetchChanges);
  useEffect(() => {
    onLoaded.current = fetchChanges;
  });
  useEffect(() => {
    const followed = followLoads(queries, ({ items, erased }) => {
      takeChanges(queries, items, me);
      for (const id of erased) removeItem(queries, id);
      if (isBehind.current) onLoaded.current();
    });
    loads.current = followed;
    return followed.stop;
  }, [queries, me]);
  useLiveEvent("inbox_changed", (item) => {
    collected.set(item.feedback_id, item);
    changes.current ??= setTimeout(take, COLLECT_MS);
  });
  useLiveEvent("chat_erased", ({ feedback_id }) => {
    collected.delete(feedback_id);
    loads.current?.keep({ items: [], erased: [feedback_id] });
    removeItem(queries, feedback_id);
    forgetChat(queries, feedback_id);
    countLater();
  });
  useLiveGap(() => {
    fetchChanges();
    void queries.invalidateQueries({ queryKey: ["inbox", "chat"] });
    void queries.invalidateQueries({ queryKey: ["inbox", "acts"] });
    countLater();
  });
  useEffect(
    () => () => {
      clearTimeout(changes.current);
      clearTimeout(counts.current);
      changes.current = undefined;
      counts.current = undefined;
    },
    [],
  );
}

/** Returns whether a customer has written what nobody here has seen. */
function isNews({ last_message, unread }: InboxItem, known: InboxItem | undefined): boolean {
  if (last_message?.actor !== "customer" || unread === 0) return false;
  return known?.last_message?.created_at !== last_message.created_at;
}
