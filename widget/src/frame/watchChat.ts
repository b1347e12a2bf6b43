import type { ChatRun } from "../chat";
import { type ChatRecord, leaveActiveChat, updateChat } from "../storage/chatRecords";
import type { LoaderConnection } from "./loaderConnection";
import type { Tabs } from "./tabs";
import type { UnreadCounts } from "./unreadCounts";

/** What a chat in the frame has to do with. */
export interface ChatSurroundings {
  counts: UnreadCounts;
  tabs: Tabs;
  /** Returns whether the visitor is still the one whose chat it is. */
  isSamePerson(): boolean;
}

/**
 * Follows a chat while the frame shows it: tells it whether the visitor sees it, counts its unread replies, and keeps its
 * status and how far the visitor has seen it.
 */
export function watchChat(
  run: ChatRun,
  loader: LoaderConnection,
  nodeId: string,
  chat: ChatRecord,
  { counts, tabs, isSamePerson }: ChatSurroundings,
): void {
  const { feedbackId } = chat;
  let kept: Partial<ChatRecord> = chat;

  function keep(fields: Partial<ChatRecord>) {
    const isKnown = Object.entries(fields).every(([name, value]) => kept[name as keyof ChatRecord] === value);
    if (isKnown) return;
    kept = { ...kept, ...fields };
    updateChat(nodeId, feedbackId, fields);
    counts.reportChats();
    if (fields.seen !== undefined) tabs.tell({ type: "seen", feedbackId, cursor: fields.seen });
  }

  function handleChange() {
    const { phase, status, watched, cursor, unread } = run.state();
    if (phase === "left" || !isSamePerson()) return stop();
    if (phase === "refused" || phase === "erased") {
      keep({ status: "refused" });
      leaveActiveChat(nodeId);
      counts.set(feedbackId, 0);
    }
    if (phase !== "shown") return;
    keep({ status, ...(watched && cursor !== undefined && { seen: cursor }) });
    counts.set(feedbackId, unread);
  }

  /** A page in a tab behind others is not seen. */
  function look() {
    const watched = loader.isOpen() && document.visibilityState === "visible";
    if (watched !== run.state().watched) run.send({ type: "watched", watched });
  }

  const stops = [
    run.subscribe(handleChange),
    loader.listen(({ type }) => type === "visibility" && look()),
    tabs.listen((news) => {
      if (news.type !== "seen" || news.feedbackId !== feedbackId) return;
      run.send({ type: "seen", actor: "customer", cursor: news.cursor });
    }),
    () => document.removeEventListener("visibilitychange", look),
  ];
  document.addEventListener("visibilitychange", look);
  look();

  function stop() {
    for (const stopOne of stops) stopOne();
  }
}
