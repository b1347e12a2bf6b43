import type { QueryClient } from "@tanstack/react-query";
import type { InboxItem } from "../wire";
import { chatQuery, isChatKey, isGone, takeItem } from "./chat";
import { isNewer } from "./list";

/** Before a chat is loaded once more that could not be, or that still lacks what was announced (docs/constants.md#delays). */
const RETRY_MS = 2_000;

/** Brings chats to where the server says that they are. */
export interface ChatNews {
  /** The server has announced a state of a chat. */
  take(item: InboxItem): void;
  stop(): void;
}

/**
 * Loads the open chat until it has all that was announced, also while it was loading, and after loads that failed. Other chats are
 * loaded when they are opened.
 */
export function followChatNews(queries: QueryClient): ChatNews {
  /** The latest announced state of each chat that lacks it. */
  const awaited = new Map<string, InboxItem>();
  /** The chats whose load may have begun before that was there. */
  const early = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const chats = queries.getQueryCache();

  const load = (id: string) => {
    timers.delete(id);
    void queries.invalidateQueries({ queryKey: chatQuery(id).queryKey }, { cancelRefetch: false });
  };
  const loadIn = (delay: number, id: string) => {
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(load, delay, id));
  };
  const forget = (id: string) => {
    awaited.delete(id);
    early.delete(id);
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const onLoaded = (id: string, error: unknown) => {
    const item = awaited.get(id);
    if (!item) return;
    const chat = queries.getQueryData(chatQuery(id).queryKey);
    if (error ? isGone(error) : chat && isNewer(chat, item)) forget(id);
    else loadIn(early.delete(id) ? 0 : RETRY_MS, id);
  };
  const end = chats.subscribe((event) => {
    const { queryKey } = event.query;
    if (!isChatKey(queryKey)) return;
    const id = queryKey[2];
    if (event.type === "removed") forget(id);
    if (event.type !== "updated") return;
    const { action } = event;
    if (action.type === "error") onLoaded(id, action.error);
    if (action.type === "success" && !action.manual) onLoaded(id, null);
  });
  return {
    take(item) {
      const id = item.feedback_id;
      if (!takeItem(queries, item)) return;
      awaited.set(id, item);
      if (queries.isFetching({ queryKey: chatQuery(id).queryKey }) > 0) early.add(id);
      else load(id);
    },
    stop() {
      end();
      for (const id of [...awaited.keys()]) forget(id);
    },
  };
}
