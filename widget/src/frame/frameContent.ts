import { createListeners } from "../basics/listeners";
import type { Boot } from "../boot/boot";
import { fetchNews } from "../chat/previousFeedbacks/previousApi";
import { messageKeyOf } from "../errors/pulsenError";
import {
  activeChat,
  type ChatRecord,
  chatsOf,
  hasPreviousChats,
  isOver,
  keepActiveChat,
  leaveActiveChat,
  openChatOf,
  storeNews,
} from "../storage/chatRecords";
import { watchOwner } from "../storage/owner";
import { loadCatalog } from "../texts/catalog";
import type { Content } from "./content";
import { followPerson } from "./followPerson";
import { followReset } from "./followReset";
import { canStartFlow, fallbackLanguage, loadChat, loadFlow, loadPrevious, nodeIdOf } from "./loadContent";
import type { LoaderConnection } from "./loaderConnection";
import { connectTabs, type Tabs } from "./tabs";
import { createUnreadCounts, type UnreadCounts } from "./unreadCounts";

/** The current content of the frame. */
export interface FrameContent {
  current(): Content;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Returns whether the visitor can give another feedback now. */
  canStartNew(): boolean;
  /** Leaves chat and list for the flow: the one that the visitor has begun, or else a new one. */
  startNew(): void;
  /** Returns whether this browser has chats with the node that the visitor can choose from. */
  hasPrevious(): boolean;
  /** Lets the visitor choose a previous feedback. */
  showPrevious(): void;
  /** Opens the chat of a previous feedback. */
  showChat(feedbackId: string): void;
  /** Leaves the list for what was there before it. */
  leavePrevious(): void;
  /** Unread replies in chats that are not shown. */
  unreadElsewhere(): number;
  /** Tells the loader of chats and unread replies, from now on. */
  announceChats(): void;
}

/**
 * Shows the chat to come back to, or else the list of previous feedbacks, or the flow where there are none
 * (docs/widget.md#previous-feedback).
 */
export function startContent(boot: Boot, loader: LoaderConnection): FrameContent {
  const nodeId = nodeIdOf(boot);
  const counts = createUnreadCounts(loader, nodeId);
  const tabs = connectTabs();
  const body = createBody(boot, loader, nodeId, counts, tabs);
  const restart = () => {
    body.clear();
    begin();
  };
  const person = followPerson(boot, nodeId, loader, {
    onAnother: restart,
    onOwn() {
      const content = body.current();
      if (content.kind === "previous") content.list.load();
      else if (content.kind !== "chat" && !isBegun(content)) restart();
    },
  });
  const openNewest = () => {
    const chat = openChatOf(nodeId);
    if (chat) body.showChat(chat);
    else if (hasPreviousChats(nodeId)) body.showPrevious();
  };

  loader.listen(({ type }) => {
    if (type === "open_chat") openNewest();
    const content = body.current();
    const isReopened = type === "visibility" && loader.isOpen();
    // What staff have written meanwhile is in the list again.
    if (isReopened && content.kind === "previous") content.list.load();
    // A form in the host's page is never closed: there another page of the host's is a new beginning.
    const isNewBeginning = isReopened || (type === "address" && loader.hello.inline);
    if (isNewBeginning && isFinished(content) && canStartFlow(boot, loader)) body.showFlow();
  });

  function begin() {
    const active = activeChat(nodeId);
    if (active && !isOver(active)) {
      body.showChat(active);
      void countElsewhere(boot, nodeId, active.feedbackId, counts);
    } else {
      // A chat that is over is not what the visitor comes back to: they choose.
      if (active) leaveActiveChat(nodeId);
      if (hasPreviousChats(nodeId)) body.showPrevious();
      else {
        body.showFlow();
        // What the server has refused may have been a mistake of its operator.
        void countElsewhere(boot, nodeId, undefined, counts);
      }
    }
  }
  begin();
  followReset(loader, tabs, { clear: body.clear, note: person.note, begin });
  tabs.listen((news) => {
    if (news.type === "seen" && news.feedbackId !== shownChat(body.current())) counts.seen(news.feedbackId);
  });
  document.addEventListener("visibilitychange", () => {
    // Other tabs may have begun chats, or read them.
    if (document.visibilityState === "visible")
      void countElsewhere(boot, nodeId, shownChat(body.current()), counts);
  });

  return {
    current: body.current,
    subscribe(listener) {
      const stops = [body.subscribe(listener), counts.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    canStartNew: () => canStartFlow(boot, loader),
    startNew() {
      leaveActiveChat(nodeId);
      body.showFlow();
    },
    hasPrevious: () => hasPreviousChats(nodeId),
    showPrevious: body.showPrevious,
    showChat(feedbackId) {
      const chat = chatsOf(nodeId).find((chat) => chat.feedbackId === feedbackId);
      if (chat) body.showChat(chat);
    },
    leavePrevious() {
      const chat = activeChat(nodeId);
      if (chat) body.showChat(chat);
      else body.showFlow();
    },
    announceChats: counts.start,
    unreadElsewhere: () => counts.besides(shownChat(body.current())),
  };
}

/** What is shown, and the ways from one to another. */
function createBody(boot: Boot, loader: LoaderConnection, nodeId: string, counts: UnreadCounts, tabs: Tabs) {
  const listeners = createListeners();
  let content: Content = { kind: "waiting" };
  /** A flow that the visitor has left for the list, and can come back to. */
  let leftFlow: Extract<Content, { kind: "flow" }> | undefined;
  let newest = 0;

  function show(next: Content) {
    const before = content;
    if (before.kind === "chat") before.run.send({ type: "leave" });
    if (before.kind === "flow") {
      if (isUnfinished(before) && next.kind === "previous") leftFlow = before;
      else if (before !== next) before.stop();
    }
    content = next;
    counts.reportChats();
    listeners.notify();
  }

  /** Shows what is being loaded, unless something else is wanted by then. */
  async function showLoaded(loading: Promise<Content>) {
    newest += 1;
    const number = newest;
    const loaded = await loading.catch((error: unknown): Content => {
      console.error("The widget could not be shown:", error);
      return { kind: "error", messageKey: messageKeyOf(error) };
    });
    // Those of a message, and of header and footer.
    await loadCatalog(fallbackLanguage(boot, loader));
    if (number === newest) show(loaded);
    else discard(loaded);
  }

  function showChat(chat: ChatRecord, flowLanguage?: string) {
    if (shownChat(content) === chat.feedbackId) return;
    keepActiveChat(nodeId, chat);
    void showLoaded(loadChat(boot, loader, chat, { counts, tabs }, flowLanguage));
  }

  function showFlow() {
    if (leftFlow) {
      const flow = leftFlow;
      leftFlow = undefined;
      newest += 1;
      return show(flow);
    }
    // A flow that is over stays until the next one is there.
    const before = isFinished(content) ? content.run.view().language : undefined;
    if (before === undefined && content.kind !== "waiting") show({ kind: "waiting" });
    void showLoaded(loadFlow(boot, loader, showChat, onGiven, before));
  }

  /** Replaces a flow that is not begun: its feedback would be refused. */
  function onGiven() {
    leftFlow = undefined;
    if (content.kind === "flow" || content.kind === "waiting")
      void showLoaded(loadFlow(boot, loader, showChat, onGiven));
  }

  function showPrevious() {
    if (content.kind === "previous") return;
    const language = content.kind === "flow" ? content.run.view().language : undefined;
    void showLoaded(
      loadPrevious(boot, loader, language, (items) => counts.setAll(items, shownChat(content))),
    );
  }

  /** Leaves all that is shown, or was left: it is another person's. */
  function clear() {
    newest += 1;
    leftFlow?.stop();
    leftFlow = undefined;
    show({ kind: "waiting" });
    counts.clear();
  }

  return { current: () => content, subscribe: listeners.add, showChat, showFlow, showPrevious, clear };
}

/** Counts what is unread in the chats that are not shown, so that the launcher's number is right. */
async function countElsewhere(
  boot: Boot,
  nodeId: string,
  shown: string | undefined,
  counts: UnreadCounts,
): Promise<void> {
  const others = chatsOf(nodeId).filter(({ feedbackId }) => feedbackId !== shown);
  if (others.length === 0) return;
  const isSamePerson = watchOwner();
  try {
    const news = await fetchNews(boot.api_base, nodeId, others);
    if (!isSamePerson()) return;
    storeNews(nodeId, others, news);
    counts.setAll(news, shown);
  } catch {
    // The list asks again when it is opened.
  }
}

function isFinished(content: Content): content is Extract<Content, { kind: "flow" }> {
  return content.kind === "flow" && content.run.view().style === "thank_you";
}

/** Returns whether the visitor has answered something of what is shown. */
function isBegun(content: Content): boolean {
  if (content.kind !== "flow") return false;
  const { firstResponseMs, actions } = content.run.report();
  return firstResponseMs !== undefined || actions.includes("answered");
}

function isUnfinished({ run }: Extract<Content, { kind: "flow" }>): boolean {
  return run.view().style === "normal";
}

function shownChat(content: Content): string | undefined {
  return content.kind === "chat" ? content.feedbackId : undefined;
}

function discard(content: Content) {
  if (content.kind === "flow") content.stop();
  if (content.kind === "chat") content.run.send({ type: "leave" });
}
