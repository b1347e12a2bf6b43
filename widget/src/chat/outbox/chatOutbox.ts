import { openChannel } from "../../outbox/channel";
import { entriesOf } from "../../outbox/records/record";
import type { Submission } from "../../outbox/records/submission";
import {
  createFallbackStore,
  type FallbackStore,
  type OpenStore,
  reportOnce,
} from "../../outbox/store/fallbackStore";
import { createIndexedStore } from "../../outbox/store/indexedStore";
import type { OutboxStore } from "../../outbox/store/outboxStore";
import { watchOccasions } from "../../outbox/triggers";
import { readRecord, removeEntry, writeJson } from "../../storage/localStore";
import { LEFT_MESSAGES, OUTBOX } from "../../storage/names";
import { deviceId, hasActed, keepVisitor } from "../../storage/visitor";
import type { ChatAccess } from "../access/chatAccess";
import type { NewMessage, OutboxEvent } from "../timeline/chatEvents";
import { createAttachments } from "./attachments";
import {
  createMessageSubmission,
  MESSAGES,
  type MessageChange,
  type MessageRecord,
  toPendingMessages,
} from "./message";
import { createReports } from "./reports";
import { MESSAGES_LOCK, type News, startSending } from "./sending";

/** The messages of this browser's chats that the server has not confirmed, as one tab uses them. */
export interface ChatOutbox {
  /** Reports to a chat the state of its messages, from now on. Returns the function that stops it. */
  follow(access: ChatAccess, send: (event: OutboxEvent) => void): () => void;
  /** Writes a message down, then sends it. */
  keep(access: ChatAccess, message: NewMessage): void;
  /** Sends a message now, whatever pause it is in. */
  retry(clientKey: string): void;
  /** Removes a message, unless it is on its way. */
  remove(clientKey: string): void;
  /** Notes that a message has arrived. */
  forget(clientKey: string): void;
  /** Removes all messages of a chat, also those that no page has shown yet: it is erased. */
  forgetChat(feedbackId: string): void;
  /** Sends what waits; pauses of the outbox's own are skipped, because something has changed for the better. */
  wake(): void;
}

/** The page's only outbox of chats: opened on first use and kept, also when the visitor leaves a chat for another one. */
let opened: ChatOutbox | undefined;

/** @param apiBase the origin of the API; empty for the page's own. */
export function chatOutbox(apiBase: string): ChatOutbox {
  opened ??= openChatOutbox(apiBase);
  return opened;
}

const openStore: OpenStore<MessageChange> = (onLost) => createIndexedStore(MESSAGES, onLost);

export function openChatOutbox(apiBase: string, openFirst = openStore): ChatOutbox {
  const store = createFallbackStore(MESSAGES, openFirst, {
    onFailure: reportOnce("messages"),
    onRestored: () => afterWriting(async () => running.wake(false)),
  });
  const attachments = createAttachments(store);
  const reports = createReports(async (chat) => {
    const records = await recordsOf(store, chat);
    return toPendingMessages(records, await attachments.of(records), attachments.progress);
  });
  const channel = openChannel<News>(MESSAGES_LOCK, tell);
  const running = startSending({ store, attachments, reports, channel, changed, forget });

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
    if (!(await store.change([{ id, change: what }])).get(id)) forget(id);
    changed({ chat });
    running.wake(isEager);
  }
  function forget(id: string) {
    attachments.drop(id);
    forgetLeftMessage(id);
  }
  // The order of writing is that of sending.
  const afterWriting = createTurns();
  const wake = () => running.wake(true);
  watchOccasions(window, wake);
  afterWriting(ifAnyMessages(() => adoptLeftMessages(store).then(wake)));

  return {
    follow({ feedbackId, token }, send) {
      const stop = reports.follow(feedbackId, send);
      const { headers } = createMessageSubmission({ feedbackId, token }, deviceId(), "", "");
      const authorizeAll = async () => {
        await authorize(store, feedbackId, headers);
        reports.ask(feedbackId);
        wake();
      };
      afterWriting(ifAnyMessages(authorizeAll));
      return stop;
    },
    keep(access, { clientKey, body, at, attachment }) {
      keepVisitor(Date.now());
      const submission = createMessageSubmission(access, deviceId(), clientKey, body);
      const written = { lane: access.feedbackId, apiBase, submission, now: at };
      if (!attachment) noteLeftMessage(written);
      const { files, ...attached } = attachments.add(clientKey, attachment);
      afterWriting(async () => {
        const change = { type: "write", ...written, ...attached, files: entriesOf(files) } as const;
        await store.change([{ id: clientKey, change, files }]);
        if (!store.isUnstored(clientKey)) forgetLeftMessage(clientKey);
        changed({ chat: access.feedbackId });
        running.wake(false);
      });
    },
    retry: (clientKey) => void change(clientKey, { type: "retry" }, true),
    remove: (clientKey) => void change(clientKey, { type: "discard" }),
    forget: (clientKey) => void change(clientKey, { type: "remove" }),
    forgetChat(feedbackId) {
      // What is about to be written down is removed as well.
      const removeAll = async () => {
        for (const { id } of await recordsOf(store, feedbackId)) await change(id, { type: "remove" });
      };
      afterWriting(ifAnyMessages(removeAll));
    },
    wake,
  };
}

async function recordsOf(store: OutboxStore<MessageChange>, chat: string): Promise<MessageRecord[]> {
  return ((await store.readAll()) as MessageRecord[]).filter(({ lane }) => lane === chat);
}

/** Returns a task that does nothing where there are no messages. */
function ifAnyMessages(task: () => Promise<unknown>): () => Promise<unknown> {
  return async () => (await mayHoldMessages()) && task();
}

/**
 * Returns whether there may be messages. Of who has never acted here nothing is stored, not even an empty database. Where the
 * browser was killed, the database can be there although what tells of it is lost.
 */
async function mayHoldMessages(): Promise<boolean> {
  if (hasActed()) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === OUTBOX);
  } catch {
    return false;
  }
}

/** Returns a function that performs tasks one after the other. */
function createTurns(): (task: () => Promise<unknown>) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    last = last.then(task).catch(console.error);
  };
}

/** Gives the messages of a chat the headers with which it is open now. */
async function authorize(
  store: OutboxStore<MessageChange>,
  chat: string,
  headers: Submission["headers"],
): Promise<void> {
  const isOutdated = ({ attempt, state }: MessageRecord) =>
    state === "refused" || attempt?.headers["X-Chat-Token"] !== headers["X-Chat-Token"];
  const outdated = (await recordsOf(store, chat)).filter(isOutdated);
  if (outdated.length > 0)
    await store.change(outdated.map(({ id }) => ({ id, change: { type: "authorize", headers } })));
}

type Written = Pick<Extract<MessageChange, { type: "write" }>, "lane" | "apiBase" | "submission" | "now">;

/** Notes by its key what is sent now. */
function noteLeftMessage(written: Written): void {
  writeJson(LEFT_MESSAGES, { ...readRecord<Written>(LEFT_MESSAGES), [written.submission.key]: written });
}

/** Forgets a message: the database has it. */
function forgetLeftMessage(key: string): void {
  const { [key]: left, ...others } = readRecord<Written>(LEFT_MESSAGES);
  if (!left) return;
  if (Object.keys(others).length > 0) writeJson(LEFT_MESSAGES, others);
  else removeEntry(LEFT_MESSAGES);
}

/** Takes over what earlier pages have left. Under its own keys, so that it does no harm if the server has it. */
async function adoptLeftMessages(store: FallbackStore<MessageChange>): Promise<void> {
  for (const [key, left] of Object.entries(readRecord<Written>(LEFT_MESSAGES))) {
    const isWhole = typeof left?.submission?.key === "string";
    if (isWhole) await store.change([{ id: key, change: { type: "write", ...left, files: {} } }]);
    // Where the browser has no database, nothing else outlives the page.
    if (!store.isUnstored(key)) forgetLeftMessage(key);
  }
}
