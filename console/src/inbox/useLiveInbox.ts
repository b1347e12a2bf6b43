import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive, useLiveCatchUp, useLiveEvent } from "../live";
import { useSession } from "../session/session";
import type { InboxItem } from "../wire";
import { type LiveInbox, startLiveInbox } from "./liveInbox";

/** How often changes are fetched while no events come, as behind a proxy that lets no socket through (docs/constants.md#delays). */
const WITHOUT_EVENTS_MS = 10_000;

/**
 * Keeps lists, counts and the open chat as they are on the server, as long as the inbox is drawn.
 *
 * @param onNews a customer has written; the same function each time.
 */
export function useLiveInbox(onNews: (item: InboxItem) => void): void {
  const queries = useQueryClient();
  const me = useSession().user.name;
  const inbox = useRef<LiveInbox>(undefined);
  useEffect(() => {
    const started = startLiveInbox({ queries, me, onNews });
    inbox.current = started;
    return () => started.stop();
  }, [queries, me, onNews]);
  useLiveEvent("inbox_changed", (item) => inbox.current?.change(item));
  useLiveEvent("chat_erased", ({ feedback_id }) => inbox.current?.erase(feedback_id));
  // Lists and chats may have been loaded long before, on an earlier visit to the inbox.
  useLiveCatchUp(() => inbox.current?.catchUp());
  const { isConnected } = useLive();
  useEffect(() => {
    if (isConnected) return;
    const timer = setInterval(() => inbox.current?.catchUp(), WITHOUT_EVENTS_MS);
    return () => clearInterval(timer);
  }, [isConnected]);
}
