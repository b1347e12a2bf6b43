import { createListeners } from "../basics/listeners";
import { hasOpenChat } from "../storage/chatRecords";
import type { LoaderConnection } from "./loaderConnection";

/** The unread replies in all chats of the node, which the loader is notified of. */
export interface UnreadCounts {
  /** Returns how many there are, but for those in one chat. */
  besides(feedbackId?: string): number;
  set(feedbackId: string, unread: number): void;
  /** Takes what the server has counted. A chat that is shown is left out: it counts for itself. */
  setAll(counts: readonly { id: string; unread: number }[], shown: string | undefined): void;
  /** Another tab has seen all of a chat. */
  seen(feedbackId: string): void;
  /** Forgets all: the chats are another person's. */
  clear(): void;
  /** Begins to tell the loader, which expects `ready` first. */
  start(): void;
  /** Tells the loader whether a chat of this browser is worth coming back to, if that has changed. */
  reportChats(): void;
  subscribe(listener: () => void): () => void;
}

export function createUnreadCounts(loader: LoaderConnection, nodeId: string): UnreadCounts {
  const counts = new Map<string, number>();
  const listeners = createListeners();
  let reported: number | undefined;
  let reportedChat: boolean | undefined;
  let isStarted = false;

  const besides = (feedbackId?: string) => {
    let sum = 0;
    for (const [id, unread] of counts) if (id !== feedbackId) sum += unread;
    return sum;
  };

  function reportChats() {
    const hasChat = besides() > 0 || hasOpenChat(nodeId);
    if (!isStarted || hasChat === reportedChat) return;
    reportedChat = hasChat;
    loader.send({ type: "has_chat", hasChat });
  }

  function report() {
    const unread = besides();
    if (isStarted && (counts.size > 0 || reported) && unread !== reported) {
      reported = unread;
      loader.send({ type: "chat_state", unread });
    }
    reportChats();
    listeners.notify();
  }

  return {
    besides,
    set(feedbackId, unread) {
      counts.set(feedbackId, unread);
      report();
    },
    setAll(news, shown) {
      for (const { id, unread } of news) if (id !== shown) counts.set(id, unread);
      report();
    },
    seen(feedbackId) {
      if (counts.has(feedbackId)) counts.set(feedbackId, 0);
      report();
    },
    clear() {
      counts.clear();
      report();
    },
    start() {
      isStarted = true;
      report();
    },
    reportChats,
    subscribe: listeners.add,
  };
}
