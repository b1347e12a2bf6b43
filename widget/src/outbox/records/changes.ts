import type { Unchecked } from "../../http/unchecked";
import {
  type FileEntries,
  FRESH,
  isAnswered,
  isForgotten,
  isOver,
  noteUploaded,
  type OutboxRecord,
  refusalOf,
  type Settled,
  uploadAgain,
  withoutUnnamed,
  withUploads,
} from "./record";
import { replaceRefused } from "./resubmission";
import { dateAnew, isExpired, pauseAfterFailure } from "./schedule";
import {
  fileRefusalCode,
  refusalCode,
  type Submission,
  type SubmissionOutcome,
  storedIdIn,
  uploadedIdIn,
} from "./submission";

/** What happens to one record. The store applies it to what it holds at that moment. */
export type RecordChange =
  /** The visitor's answers are written down. */
  | {
      type: "write";
      lane: string;
      apiBase: string;
      submission: Submission;
      /** The kept files that the submission names. */
      files?: FileEntries;
      /** Whose answers they are; absent: nobody has said who they are. */
      person?: string;
      expiryMs?: number;
      now: number;
    }
  /** A record from elsewhere is taken over, unless there is one with its id. */
  | { type: "adopt"; record: Omit<OutboxRecord, "id" | "order"> }
  /** The visitor is told that the feedback is kept. */
  | { type: "leave" }
  /** A file of the attempt with this key was sent. */
  | {
      type: "settle_file";
      key: string;
      fileId: string;
      outcome: SubmissionOutcome;
      now: number;
      random: number;
    }
  /** The attempt with this key is about to be sent. */
  | { type: "begin"; key: string }
  /** The attempt with this key has an outcome. `newKey` is for what is sent instead, if the server refuses it. */
  | { type: "settle"; key: string; outcome: SubmissionOutcome; newKey: string; now: number; random: number }
  /** The chat that the feedback has led to is kept (docs/chat.md#access). */
  | { type: "keep_chat" }
  /** The visitor knows what has become of the feedback. Of what has arrived stays known that its run has ended. */
  | { type: "end" }
  /** The record is of no use any more, unless something in it waits or was set aside for somebody. */
  | { type: "clear" }
  /** The clock may be right now: what was set aside as expired waits again, if it has time left. */
  | { type: "revive"; now: number }
  /** The record is of no use any more. */
  | { type: "remove" };

/** What happens to a record while it is sent. */
export type SendingChange = Extract<RecordChange, { type: "begin" | "settle" | "settle_file" }>;

/** What a run's feedback consists of. */
export type Written = Pick<
  Extract<RecordChange, { type: "write" }>,
  "lane" | "apiBase" | "submission" | "person" | "expiryMs" | "now"
>;

/**
 * Returns a record after a change; `undefined` where none is left. A change that does not fit what is stored changes nothing:
 * another tab was faster.
 *
 * @param nextOrder the place behind all others.
 */
export function applyChange(
  record: OutboxRecord | undefined,
  id: string,
  change: RecordChange,
  nextOrder: number,
): OutboxRecord | undefined {
  const after = apply(record, id, change, nextOrder);
  return after === record || !after ? after : withoutUnnamed(after);
}

function apply(
  record: OutboxRecord | undefined,
  id: string,
  change: RecordChange,
  nextOrder: number,
): OutboxRecord | undefined {
  if (change.type === "write") return applyWrite(record, id, change, nextOrder);
  if (change.type === "adopt") return record ?? { ...change.record, id, order: nextOrder };
  if (!record || change.type === "remove") return undefined;
  if (change.type === "leave") return { ...record, isKept: true };
  if (change.type === "keep_chat") return { ...record, isChatKept: true };
  if (change.type === "end") return applyEnd(record);
  if (change.type === "clear") return isOver(record) || isForgotten(record) ? undefined : record;
  if (change.type === "revive") return applyRevive(record, change.now);
  if (change.type === "settle_file") return applySettleFile(record, change);
  if (record.attempt?.key !== change.key) return record;
  return change.type === "begin" ? applyBegin(record, record.attempt) : applySettle(record, change);
}

/** Nobody asks for the reply any more, least of all for the token of a chat. */
function applyEnd(record: OutboxRecord): OutboxRecord | undefined {
  if (record.state === "waiting") return record;
  const settled = { ...(record.settled as Settled), body: {} };
  return record.state === "stored" ? { ...record, isKept: false, settled } : undefined;
}

function applyRevive(record: OutboxRecord, now: number): OutboxRecord {
  const isToRevive = record.state === "refused" && refusalOf(record) === "expired" && !isExpired(record, now);
  return isToRevive ? without({ ...record, state: "waiting", failures: 0 }, "settled") : record;
}

function applyWrite(
  record: OutboxRecord | undefined,
  id: string,
  { lane, apiBase, submission, files, person, expiryMs, now }: Extract<RecordChange, { type: "write" }>,
  nextOrder: number,
): OutboxRecord {
  const before: OutboxRecord = record ?? {
    id,
    lane,
    order: nextOrder,
    writtenAt: now,
    apiBase,
    ...FRESH,
  };
  // The same answers, sent again: the server may have them already, under the key that they have.
  const last = before.state === "waiting" ? (before.next ?? before.attempt) : undefined;
  if (last && last.content === submission.content && last.partial === submission.partial) {
    return { ...before, failures: 0 };
  }
  // What was answered before the end comes too late.
  if (submission.partial && isAnswered(before) && before.state !== "refused") return before;
  // Feedback of one flow arrives in the order in which it was completed.
  const order = submission.partial ? before.order : nextOrder;
  const fields = {
    ...before,
    state: "waiting" as const,
    order,
    writtenAt: now,
    ...(person !== undefined && { person }),
    ...(expiryMs !== undefined && { expiryMs }),
    ...(files && { files: { ...files, ...before.files } }),
  };
  // What was refused is replaced by what the visitor has made of it.
  const isOpen = before.state === "waiting" && before.attempt && before.isTried;
  if (isOpen) return { ...fields, next: submission };
  return without({ ...fields, attempt: submission, isTried: false, failures: 0 }, "next");
}

/** From now on the bytes stay the same. */
function applyBegin(record: OutboxRecord, attempt: Submission): OutboxRecord {
  if (record.isTried) return record;
  // What was learned since it was written: the partial save that it continues, and the ids of its files.
  const continued = record.feedbackId;
  const headers = continued ? { ...attempt.headers, "X-FID": continued } : attempt.headers;
  return { ...record, isTried: true, attempt: { ...withUploads(attempt, record.files), headers } };
}

function applySettleFile(
  record: OutboxRecord,
  { key, fileId, outcome, now, random }: Extract<RecordChange, { type: "settle_file" }>,
): OutboxRecord | undefined {
  const uploadedAs = uploadedIdIn(outcome);
  // Also for what the visitor has answered meanwhile.
  if (uploadedAs !== undefined) return noteUploaded(record, fileId, uploadedAs);
  const { attempt } = record;
  if (attempt?.key !== key) return record;
  const code = fileRefusalCode(outcome);
  if (code === undefined) return applyFailure(record, outcome, now, random);
  // That says nothing of the partial save that the run continues.
  return refuse(record, settledBy(outcome, { code, refused_file: fileId }, attempt, now), false);
}

function applySettle(
  record: OutboxRecord,
  { outcome, newKey, now, random }: Extract<RecordChange, { type: "settle" }>,
): OutboxRecord | undefined {
  const attempt = record.attempt as Submission;
  const id = storedIdIn(outcome);
  const refusal = refusalCode(outcome);
  if (id !== undefined) return applyStored(record, attempt, outcome, id, now);
  if (refusal === undefined) return applyFailure(record, outcome, now, random);
  const replacement = replaceRefused(attempt, outcome, newKey, now - record.writtenAt);
  if (replacement) {
    // Not continued any more: the partial save belongs to another device, or is complete.
    const isForeign = replacement.headers["X-FID"] === undefined;
    const fields = { ...record, attempt: replacement, isTried: false, failures: 0 };
    return isForeign ? without(fields, "feedbackId") : fields;
  }
  return (
    uploadAgain(record, attempt, outcome, newKey) ??
    refuse(record, settledBy(outcome, { code: refusal }, attempt, now), outcome.status === 422)
  );
}

/** @param isForgotten whether the next save continues nothing. */
function refuse(record: OutboxRecord, settled: Settled, isForgotten: boolean): OutboxRecord | undefined {
  const { attempt, next, isAbandoned } = record;
  // The next save of the run has all of it, and may be right. It replaces this one whenever it comes.
  if (next || (attempt?.partial && isAbandoned)) return advance({ ...record, settled }, isForgotten);
  const refused = { ...record, state: "refused" as const, settled };
  return attempt?.partial && isForgotten ? without(refused, "feedbackId") : refused;
}

function applyStored(
  record: OutboxRecord,
  attempt: Submission,
  { body }: SubmissionOutcome,
  id: string,
  now: number,
): OutboxRecord | undefined {
  const { chat_token_string: token, chat_start_token: start } = body as Unchecked<"StoredFeedback">;
  const reply = {
    id,
    ...(typeof token === "string" && { chat_token_string: token }),
    ...(typeof start === "string" && { chat_start_token: start }),
  };
  const settled = settledBy({ status: 200 }, reply, attempt, now);
  if (attempt.partial) return advance({ ...record, settled, feedbackId: id }, false);
  // Answers that were given after the end would be another feedback.
  const next = record.next?.content === attempt.content ? undefined : record.next;
  if (next) return advance({ ...record, settled, next }, true);
  return without({ ...record, settled, state: "stored", failures: 0 }, "attempt", "next", "feedbackId");
}

/** Goes on to what the visitor has answered since. Of a run that was given up nothing follows. */
function advance(record: OutboxRecord, forgetsFeedbackId: boolean): OutboxRecord | undefined {
  const { next } = record;
  const fields = without({ ...record, isTried: false, failures: 0 }, "attempt", "next");
  const known = forgetsFeedbackId ? without(fields, "feedbackId") : fields;
  if (next) return { ...known, state: "waiting", attempt: next };
  return record.isAbandoned ? undefined : { ...known, state: "saved" };
}

function applyFailure(
  record: OutboxRecord,
  outcome: SubmissionOutcome,
  now: number,
  random: number,
): OutboxRecord | undefined {
  const dated = dateAnew(record, now);
  if (!isExpired(dated, now)) return pauseAfterFailure(dated, outcome, now, random);
  const latest = record.next ?? (record.attempt as Submission);
  if (latest.partial && record.isAbandoned) return undefined;
  return { ...record, state: "refused", settled: settledBy(outcome, { code: "expired" }, latest, now) };
}

function settledBy(
  { status }: Pick<SubmissionOutcome, "status">,
  body: Settled["body"],
  { partial }: Submission,
  at: number,
): Settled {
  return { status, body, at, isComplete: !partial };
}

function without<Key extends "attempt" | "next" | "feedbackId" | "settled">(
  record: OutboxRecord,
  ...keys: Key[]
): OutboxRecord {
  const copy = { ...record };
  for (const key of keys) delete copy[key];
  return copy;
}

/** What the outbox of feedback holds. */
export const FEEDBACK = { table: "records", apply: applyChange } as const;
