import type { QueryClient } from "@tanstack/react-query";
import type { InboxItem } from "../wire";
import { actsKey, forgetChat, isQueuedChat } from "./chat";
import { followChatNews } from "./chatNews";
import { type Changes, catchUp, findItem, removeItem, takeChanges } from "./list";
import { followLoads } from "./loads";

/** Within this time changes are collected, so that many of them are drawn at once (docs/constants.md#delays). */
const COLLECT_MS = 60;

/** The least time between two requests for the counts and for places in the queue (docs/constants.md#delays). */
const COUNTS_MS = 1_000;

/** Before changes are fetched once more that could not be (docs/constants.md#delays). */
const RETRY_MS = 2_000;

const COUNTS = ["inbox", "counts"];

interface Options {
  queries: QueryClient;
  /** The name of the reader. */
  me: string;
  /** A customer has written. */
  onNews: (item: InboxItem) => void;
}

/** Keeps lists, counts and the open chat as they are on the server. */
export interface LiveInbox {
  change(item: InboxItem): void;
  erase(id: string): void;
  /** Events may have been missed. */
  catchUp(): void;
  stop(): void;
}

export function startLiveInbox({ queries, me, onNews }: Options): LiveInbox {
  const collected = new Map<string, InboxItem>();
  let isStopped = false;
  let takeTimer: ReturnType<typeof setTimeout> | undefined;
  let countTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the connection came before a list from which changes can be fetched. */
  let waitsForList = false;

  const countLater = () => {
    countTimer ??= setTimeout(() => {
      countTimer = undefined;
      // A count that is slower than changes come is not given up for the next one.
      if (queries.isFetching({ queryKey: COUNTS }) > 0) return countLater();
      void queries.invalidateQueries({ queryKey: COUNTS });
      // Those behind a chat that has left the queue move up, which is no change of theirs.
      void queries.invalidateQueries({ predicate: isQueuedChat });
    }, COUNTS_MS);
  };
  const keep = (changes: Changes) => {
    loads.keep(changes);
    takeChanges(queries, changes.items, me);
    for (const id of changes.erased) {
      collected.delete(id);
      removeItem(queries, id);
      forgetChat(queries, id);
    }
  };
  const fetchChanges = async () => {
    clearTimeout(retryTimer);
    waitsForList = false;
    const isDone = await catchUp(queries, keep).catch(() => null);
    waitsForList = isDone === false;
    if (isDone === null && !isStopped) retryTimer = setTimeout(() => void fetchChanges(), RETRY_MS);
  };
  const loads = followLoads(queries, ({ items, erased }) => {
    takeChanges(queries, items, me);
    for (const id of erased) removeItem(queries, id);
    if (waitsForList) void fetchChanges();
  });
  const news = followChatNews(queries);
  const take = () => {
    takeTimer = undefined;
    const items = [...collected.values()];
    collected.clear();
    for (const item of items) if (isNews(item, findItem(queries, item.feedback_id))) onNews(item);
    keep({ items, erased: [] });
    for (const item of items) news.take(item);
    countLater();
  };
  return {
    change(item) {
      collected.set(item.feedback_id, item);
      takeTimer ??= setTimeout(take, COLLECT_MS);
    },
    erase(id) {
      keep({ items: [], erased: [id] });
      countLater();
    },
    catchUp() {
      void fetchChanges();
      void queries.invalidateQueries({ queryKey: ["inbox", "chat"] });
      void queries.invalidateQueries({ queryKey: actsKey() });
      countLater();
    },
    stop() {
      isStopped = true;
      for (const timer of [takeTimer, countTimer, retryTimer]) clearTimeout(timer);
      loads.stop();
      news.stop();
    },
  };
}

/** Returns whether a customer has written what nobody here has seen. */
function isNews({ last_message, unread }: InboxItem, known: InboxItem | undefined): boolean {
  if (last_message?.actor !== "customer" || unread === 0) return false;
  return known?.last_message?.created_at !== last_message.created_at;
}
