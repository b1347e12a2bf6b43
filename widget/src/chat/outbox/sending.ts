import { postForm } from "../../http/postForm";
import { ReplyError, request } from "../../http/request";
import { readFailure } from "../../http/retry";
import type { OutboxChannel } from "../../outbox/channel";
import type { Submission, SubmissionOutcome } from "../../outbox/records/submission";
import { acquireLock, type RunningOutbox, runOutbox } from "../../outbox/sender";
import type { FallbackStore } from "../../outbox/store/fallbackStore";
import type { OutboxEvent } from "../timeline/chatEvents";
import type { TimelineItem } from "../timeline/wire";
import type { Attachments } from "./attachments";
import { type MessageChange, readItem } from "./message";
import type { Reports } from "./reports";

/** The lock of the one who sends the messages of chats, and the channel of its tabs (docs/constants.md#storage-names). */
export const MESSAGES_LOCK = "pulsen-messages";

/** What tabs tell each other. */
export interface News {
  /** The feedback id of the chat in which something has changed; absent: of any. */
  chat?: string | undefined;
  /** A message that has arrived. */
  posted?: Posted | undefined;
}

type Posted = Pick<Extract<OutboxEvent, { type: "posted" }>, "clientKey" | "item">;

/** What messages are sent with. */
interface Parts {
  store: FallbackStore<MessageChange>;
  attachments: Attachments;
  reports: Reports;
  channel: OutboxChannel<News>;
  /** Called when something has changed here. */
  changed(news: News): void;
  /** Called with the key of a message that is in the outbox no more. */
  forget(clientKey: string): void;
}

/** Starts the machine that sends the messages of all chats of this browser while this tab has the lock. */
export function startSending({
  store,
  attachments,
  reports,
  channel,
  changed,
  forget,
}: Parts): RunningOutbox {
  const { progress } = attachments;
  /** What the server has stored, until that is noted. */
  const arrived = new Map<string, { chat: string; item: TimelineItem }>();

  async function post(apiBase: string, attempt: Submission): Promise<SubmissionOutcome> {
    const { key } = attempt;
    const { lane: chat = "", files = {} } = store.known(key) ?? {};
    reports.ask(chat);
    channel.tell({ chat });
    const [fileId] = Object.keys(files);
    const file = fileId === undefined ? undefined : await attachments.file(key, fileId);
    if (fileId !== undefined && !file) return { status: 0, isUnsendable: true };
    const outcome = await postMessage(apiBase, attempt, file, (part) => {
      progress.set(key, Math.round(part * 100));
      reports.send(chat, { type: "progress", clientKey: key, progress: Math.round(part * 100) });
    });
    const item = readItem(outcome);
    if (item) arrived.set(key, { chat, item });
    return outcome;
  }
  return runOutbox({
    store,
    post,
    // Attachments go with their messages.
    postFile: async () => ({ status: 0 }),
    acquire: () => acquireLock(MESSAGES_LOCK),
    onSettled(id, record) {
      progress.delete(id);
      if (!record) forget(id);
      const { chat = record?.lane, item } = arrived.get(id) ?? {};
      arrived.delete(id);
      changed({ chat, posted: item && { clientKey: id, item } });
    },
    now: Date.now,
    random: Math.random,
  });
}

/**
 * In UTF-16 code units. Browsers let at most 64 KiB of requests outlive a page. The longest message that the server
 * takes (docs/api.md#limits) has at most 10,000: two for each character.
 */
const KEEPALIVE_LIMIT = 10_000;

/**
 * Sends a message once (docs/api.md#chat-calls). Never rejects.
 *
 * @param onProgress gets how much of the attachment has been sent, from 0 to 1.
 */
async function postMessage(
  apiBase: string,
  { key, body, path, headers }: Submission,
  attachment: File | undefined,
  onProgress: (part: number) => void,
): Promise<SubmissionOutcome> {
  const form = new FormData();
  form.set("body", body);
  form.set("client_key", key);
  const url = `${apiBase}${path}`;
  const allHeaders = { Accept: "application/json", "Idempotency-Key": key, ...headers };
  if (attachment) {
    form.set("attachment", attachment, attachment.name);
    return postForm(url, allHeaders, form, onProgress);
  }
  try {
    // The message is sent even if the visitor leaves right after.
    const keepalive = body.length <= KEEPALIVE_LIMIT;
    return await request(url, { method: "POST", headers: allHeaders, body: form, keepalive });
  } catch (error) {
    const failure = readFailure(error);
    return error instanceof ReplyError ? { ...failure, body: error.reply.body } : failure;
  }
}
