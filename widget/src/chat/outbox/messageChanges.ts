import type { SendingChange } from "../../outbox/changes";
import { isExpired, pauseAfterFailure } from "../../outbox/failure";
import type { FileEntries } from "../../outbox/keptFile";
import { refusalCode } from "../../outbox/refusals";
import type { BasicChange, RecordKind } from "../../outbox/store/outboxStore";
import type { Submission } from "../../outbox/submission";
import { type ImageSize, isOnItsWay, type MessageRecord } from "./messageRecord";
import { readItem } from "./postMessage";

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
export function applyMessageChange(
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
      // Whoever has sent it before has not said what became of it: the page was ended.
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
