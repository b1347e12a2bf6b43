import { openChannel } from "../../outbox/channel";
import { entriesOf } from "../../outbox/keptFile";
import { acquireLock } from "../../outbox/lock";
import { MESSAGE_QUEUE } from "../../outbox/names";
import { runOutbox } from "../../outbox/runOutbox";
import { createFallbackStore, type OpenStore } from "../../outbox/store/fallbackStore";
import { createIndexedStore } from "../../outbox/store/indexedStore";
import type { Submission } from "../../outbox/submission";
import { askForSync, watchOccasions } from "../../outbox/triggers";
import { deviceId, hasActed, keepVisitor } from "../../storage/visitor";
import type { ChatAccess } from "../access";
import type { NewMessage, OutboxEvent } from "../timeline/chatEvents";
import type { TimelineItem } from "../timeline/wire";
import { createAttachments } from "./attachments";
import { adoptLeftMessages, forgetLeftMessage, noteLeftMessage } from "./leftMessages";
import { MESSAGES, type MessageChange } from "./messageChanges";
import { type MessageRecord, toPendingMessages } from "./messageRecord";
import { createMessageSubmission, postMessage, readItem } from "./postMessage";

/** The messages of this browser's chats that the server has not confirmed, as one tab uses them. */
export interface ChatOutbox {
  /** Tells a chat what becomes of its messages, from now on. Returns the function that stops it. */
  follow(access: ChatAccess, send: (event: OutboxEvent) => void): () => void;
  /** Writes a message down, then sends it. */
  keep(access: ChatAccess, message: NewMessage): void;
  /** Sends a message now, whatever pause it is in. */
  retry(clientKey: string): void;
  /** Removes a message, unless it is on its way. */
  remove(clientKey: string): void;
  /** Notes that a message has arrived. */
  forget(clientKey: string): void;
  /** Sends what waits; pauses of the outbox's own are skipped, because something has changed for the better. */
  wake(): void;
}

/** What tabs tell each other. */
interface News {
  /** The feedback id of the chat in which something has changed; absent: of any. */
  chat?: string | undefined;
  /** A message that has arrived. */
  posted?: Posted | undefined;
}

type Posted = Pick<Extract<OutboxEvent, { type: "posted" }>, "clientKey" | "item">;

/** The page's only outbox of chats: opened on first use and kept, also when the visitor leaves a chat for another one. */
let opened: ChatOutbox | undefined;

/** @param apiBase the origin of the API; empty for the page's own. */
export function chatOutbox(apiBase: string): ChatOutbox {
  opened ??= openChatOutbox(apiBase);
  return opened;
}

const openStore: OpenStore<MessageChange> = (onLost) => createIndexedStore(MESSAGES, onLost);

export function openChatOutbox(apiBase: string, openFirst = openStore): ChatOutbox {
  let hasFailed = false;
  const store = createFallbackStore(MESSAGES, openFirst, {
    onFailure(error) {
      if (!hasFailed) console.info("The browser does not store messages:", error);
      hasFailed = true;
    },
    onRestored() {
      changed({});
      running.wake(false);
    },
  });
  const attachments = createAttachments(store);
  const reports = createReports(async (chat) => {
    const records = ((await store.readAll()) as MessageRecord[]).filter(({ lane }) => lane === chat);
    return toPendingMessages(records, await attachments.of(records), attachments.progress);
  });
  const channel = openChannel<News>(MESSAGE_QUEUE, tell);
  /** What the server has stored, until that is noted. */
  const arrived = new Map<string, { chat: string; item: TimelineItem }>();

  const running = runOutbox({
    store,
    post,
    // Attachments go with their messages.
    postFile: async () => ({ status: 0 }),
    acquire: () => acquireLock(MESSAGE_QUEUE),
    onSettled(id, record) {
      attachments.progress.delete(id);
      if (!record) forget(id);
      const { chat = record?.lane, item } = arrived.get(id) ?? {};
      arrived.delete(id);
      changed({ chat, posted: item && { clientKey: id, item } });
      if (record) void askForSync();
    },
    now: Date.now,
    random: Math.random,
  });

  async function post(base: string, attempt: Submission) {
    const { key } = attempt;
    const { lane: chat = "", files = {} } = store.known(key) ?? {};
    reports.ask(chat);
    channel.tell({ chat });
    const [fileId] = Object.keys(files);
    const file = fileId === undefined ? undefined : await attachments.file(key, fileId);
    if (fileId !== undefined && !file) return { status: 0, isUnsendable: true };
    const outcome = await postMessage(base, attempt, file, (part) => {
      const progress = Math.round(part * 100);
      attachments.progress.set(key, progress);
      reports.send(chat, { type: "progress", clientKey: key, progress });
    });
    const item = readItem(outcome);
    if (item) arrived.set(key, { chat, item });
    return outcome;
  }
  function tell({ chat, posted }: News) {
    // First what has arrived: in between, a message would be nowhere.
    if (posted) reports.send(chat, { type: "posted", ...posted });
    reports.ask(chat);
  }
  function changed(news: News) {
    channel.tell(news);
    tell(news);
  }
  async function change(id: string, what: MessageChange, isEager = false) {
    const chat = store.known(id)?.lane;
    if (!(await store.change(id, what))) forget(id);
    changed({ chat });
    running.wake(isEager);
  }
  function forget(id: string) {
    attachments.drop(id);
    forgetLeftMessage(id);
  }
  /** One after the other: the order of writing is that of sending. */
  let writing: Promise<unknown> = Promise.resolve();
  function afterWriting(task: () => Promise<unknown>) {
    writing = writing.then(task).catch(console.error);
  }
  async function authorize(chat: string, headers: Submission["headers"]) {
    const records = await store.readAll();
    const isOutdated = ({ lane, attempt, state }: MessageRecord) =>
      lane === chat && (state === "refused" || attempt?.headers["X-Chat-Token"] !== headers["X-Chat-Token"]);
    for (const { id } of records.filter(isOutdated)) await store.change(id, { type: "authorize", headers });
  }

  const wake = () => running.wake(true);
  watchOccasions(window, wake);
  // Of who has never acted here nothing is stored, not even an empty database.
  if (hasActed()) {
    afterWriting(() => adoptLeftMessages(store));
    afterWriting(async () => wake());
  }

  return {
    follow({ feedbackId, token }, send) {
      const stop = reports.follow(feedbackId, send);
      if (hasActed()) {
        const { headers } = createMessageSubmission({ feedbackId, token }, deviceId(), "", "");
        afterWriting(() => authorize(feedbackId, headers));
        afterWriting(async () => {
          reports.ask(feedbackId);
          wake();
        });
      }
      return stop;
    },
    keep(access, { clientKey, body, at, attachment }) {
      keepVisitor(Date.now());
      const submission = createMessageSubmission(access, deviceId(), clientKey, body);
      const written = { lane: access.feedbackId, apiBase, submission, now: at };
      if (!attachment) noteLeftMessage(written);
      const files = attachments.add(clientKey, attachment);
      const { width, height } = attachment ?? {};
      const imageSize = width !== undefined && height !== undefined ? { imageSize: { width, height } } : {};
      afterWriting(async () => {
        await store.change(
          clientKey,
          { type: "write", ...written, ...imageSize, files: entriesOf(files) },
          files,
        );
        if (!hasFailed) forgetLeftMessage(clientKey);
        changed({ chat: access.feedbackId });
        running.wake(false);
      });
    },
    retry: (clientKey) => void change(clientKey, { type: "retry" }, true),
    remove: (clientKey) => void change(clientKey, { type: "discard" }),
    forget: (clientKey) => void change(clientKey, { type: "remove" }),
    wake,
  };
}

/** Tells the chats of this page what becomes of their messages. */
function createReports(look: (chat: string) => Promise<Extract<OutboxEvent, { type: "kept" }>["messages"]>) {
  const followers = new Map<string, Set<(event: OutboxEvent) => void>>();
  const asked = new Set<string>();
  let isLooking = false;

  function send(chat: string | undefined, event: OutboxEvent) {
    for (const follower of followers.get(chat ?? "") ?? []) follower(event);
  }
  /** One look after the other, so that what is told last is the newest. */
  async function lookOn() {
    isLooking = true;
    for (const chat of asked) {
      asked.delete(chat);
      const messages = await look(chat).catch(console.error);
      if (messages) send(chat, { type: "kept", messages });
    }
    isLooking = false;
  }
  return {
    send,
    /** Tells what is kept of a chat, or of all. */
    ask(chat: string | undefined) {
      for (const one of followers.keys()) if (chat === undefined || one === chat) asked.add(one);
      if (!isLooking) void lookOn();
    },
    follow(chat: string, follower: (event: OutboxEvent) => void): () => void {
      const others = followers.get(chat) ?? new Set();
      followers.set(chat, others.add(follower));
      return () => {
        others.delete(follower);
        if (others.size === 0) followers.delete(chat);
      };
    },
  };
}
