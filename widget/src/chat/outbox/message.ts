import type { SendingChange } from "../../outbox/records/changes";
import type { FileEntries, OutboxRecord } from "../../outbox/records/record";
import { isExpired, pauseAfterFailure } from "../../outbox/records/schedule";
import { refusalCode, type Submission, type SubmissionOutcome } from "../../outbox/records/submission";
import type { BasicChange, RecordKind } from "../../outbox/store/outboxStore";
import type { ChatAccess } from "../access/chatAccess";
import type { ChatFile, PendingMessage } from "../timeline/pendingMessages";
import type { TimelineItem } from "../timeline/wire";

/** What happens to one message. */
export type MessageChange =
  | BasicChange
  | SendingChange
  /** The visitor sends it. */
  | {
      type: "write";
      /** The feedback id of the chat: within it, messages arrive in the order of writing. */
      lane: string;
      apiBase: string;
      submission: Submission;
      files: FileEntries;
      imageSize?: ImageSize;
      now: number;
    }
  /** The visitor asks for another attempt. */
  | { type: "retry" }
  /** The visitor deletes it. */
  | { type: "discard" }
  /** The chat is open with these headers: those of before may be no longer good. */
  | { type: "authorize"; headers: Submission["headers"] };

/** What the outbox of chats holds. A message is written once, and its bytes stay the same. */
export const MESSAGES: RecordKind<MessageChange> = { table: "messages", apply: applyMessageChange };

/**
 * Returns a message after a change; `undefined` where none is left. A change that does not fit what is stored changes nothing:
 * another tab was faster.
 */
function applyMessageChange(
  record: MessageRecord | undefined,
  id: string,
  change: MessageChange,
  nextOrder: number,
): MessageRecord | undefined {
  if (change.type === "write") return record ?? write(id, change, nextOrder);
  if (change.type === "adopt") return record ?? { ...change.record, id, order: nextOrder };
  if (!record || change.type === "remove") return undefined;
  switch (change.type) {
    case "retry":
      return isOnItsWay(record) ? record : { ...record, state: "waiting", failures: 0 };
    case "discard":
      return isOnItsWay(record) ? record : undefined;
    case "authorize":
      return authorize(record, change.headers);
    case "begin":
      // An earlier sender reported no result: its page ended.
      return record.state === "waiting" ? { ...record, isTried: true } : record;
    case "settle":
      return settle(record, change);
    case "settle_file":
      // Attachments go with their message.
      return record;
  }
}

function write(
  id: string,
  { lane, apiBase, submission, files, imageSize, now }: Extract<MessageChange, { type: "write" }>,
  order: number,
): MessageRecord {
  return {
    id,
    lane,
    order,
    writtenAt: now,
    apiBase,
    state: "waiting",
    attempt: submission,
    isTried: false,
    files,
    ...(imageSize && { imageSize }),
    failures: 0,
    failedAt: 0,
    pauseMs: 0,
    isPauseAsked: false,
    isStrict: true,
  };
}

/** A message that the server has refused with an older token is sent again. */
function authorize(record: MessageRecord, headers: Submission["headers"]): MessageRecord {
  const { attempt, state, settled } = record;
  if (!attempt) return record;
  const authorized = { ...record, attempt: { ...attempt, headers } };
  const isUnauthorized = state === "refused" && settled?.status === 401;
  return isUnauthorized ? { ...authorized, state: "waiting", failures: 0 } : authorized;
}

function settle(
  record: MessageRecord,
  { outcome, now, random }: Extract<MessageChange, { type: "settle" }>,
): MessageRecord | undefined {
  // It has arrived: it is in the timeline from now on.
  if (readItem(outcome)) return undefined;
  const settled = { ...record, isTried: false };
  const code = refusalCode(outcome) ?? (isExpired(record, now) ? "expired" : undefined);
  if (code === undefined) return pauseAfterFailure(settled, outcome, now, random);
  const { status } = outcome;
  return { ...settled, state: "refused", settled: { status, body: { code }, at: now, isComplete: true } };
}

/** A message in the outbox. Its id is its key, its lane the chat, and the body of its attempt what was written. */
export interface MessageRecord extends OutboxRecord {
  /** The size of its attachment in pixels. */
  imageSize?: ImageSize;
}

export type ImageSize = Pick<ChatFile, "width" | "height">;

/**
 * Returns the messages of one chat as its page shows them.
 *
 * @param records those of the chat, in order.
 * @param attachments of the messages that have one, by their keys.
 * @param progress of the attachments that are being sent, by their keys.
 */
export function toPendingMessages(
  records: readonly MessageRecord[],
  attachments: ReadonlyMap<string, ChatFile>,
  progress: ReadonlyMap<string, number>,
): PendingMessage[] {
  let isHeld = false;
  return records.map((record) => {
    const { id, attempt, writtenAt, failures, settled } = record;
    const attachment = attachments.get(id);
    const state = isHeld ? "held" : stateOf(record);
    isHeld ||= state === "failed";
    const code = settled?.body.code;
    return {
      clientKey: id,
      body: attempt?.body ?? "",
      at: writtenAt,
      ...(attachment && { attachment }),
      state,
      failedAttempts: failures,
      progress: progress.get(id) ?? -1,
      ...(state === "failed" && code !== undefined && { reason: String(code) }),
    };
  });
}

/** Returns whether an attempt is under way, or was when a page was ended. */
function isOnItsWay({ state, isTried }: MessageRecord): boolean {
  return state === "waiting" && isTried;
}

function stateOf({ state, isTried, failures }: MessageRecord): PendingMessage["state"] {
  if (state === "refused") return "failed";
  if (isTried) return "sending";
  return failures > 0 ? "pausing" : "waiting";
}

/** Returns a message as it is sent with every attempt. Its body is what was written: the server stores one for its key. */
export function createMessageSubmission(
  { feedbackId, token }: ChatAccess,
  deviceId: string,
  key: string,
  body: string,
): Submission {
  return {
    key,
    partial: false,
    body,
    content: "",
    path: `/v1/feedbacks/${encodeURIComponent(feedbackId)}/chat_messages?people=apart`,
    // In a header: addresses end up in logs.
    headers: { "X-Chat-Token": token, "X-Device-Id": deviceId },
  };
}

/** Returns the message as the server has stored it; `undefined` where the outcome is another one. */
export function readItem({ status, body }: SubmissionOutcome): TimelineItem | undefined {
  const item = body as Partial<TimelineItem> | null | undefined;
  // A login page of a network may answer in the place of the server.
  return status === 200 && typeof item?.id === "string" && item.detail ? (item as TimelineItem) : undefined;
}
