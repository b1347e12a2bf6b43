import type { ChatRun } from "../chat";
import { type ChatRecord, leaveActiveChat, updateChat } from "../storage/chatRecords";
import type { LoaderConnection } from "./loaderConnection";
import type { UnreadCounts } from "./unreadCounts";

/**
 * Follows a chat while the frame shows it: tells it whether the visitor sees it, counts its unread replies, and keeps its
 * status and how far the visitor has seen it.
 */
export function watchChat(
  run: ChatRun,
  loader: LoaderConnection,
  nodeId: string,
  chat: ChatRecord,
  counts: UnreadCounts,
): void {
  const { feedbackId } = chat;
  let kept: Partial<ChatRecord> = chat;

  function keep(fields: Partial<ChatRecord>) {
    const isKnown = Object.entries(fields).every(([name, value]) => kept[name as keyof ChatRecord] === value);
    if (isKnown) return;
    kept = { ...kept, ...fields };
    updateChat(nodeId, feedbackId, fields);
    counts.reportChats();
  }

  function handleChange() {
    const { phase, status, watched, cursor, items, unread } = run.state();
    if (phase === "left") return stop();
    if (phase === "refused") {
      keep({ status: "refused" });
      leaveActiveChat(nodeId);
      counts.set(feedbackId, 0);
    }
    if (phase !== "shown") return;
    // A page in a tab behind others is not seen.
    const isSeen = watched && document.visibilityState === "visible" && cursor !== undefined;
    keep({ status, ...(isSeen && { seen: cursor, seenItem: items.at(-1)?.id ?? "" }) });
    counts.set(feedbackId, unread);
  }

  const stops = [
    run.subscribe(handleChange),
    loader.listen((message) => {
      if (message.type === "visibility") run.send({ type: "watched", watched: message.open });
    }),
    () => document.removeEventListener("visibilitychange", handleChange),
  ];
  document.addEventListener("visibilitychange", handleChange);

  function stop() {
    for (const stopOne of stops) stopOne();
  }
}
