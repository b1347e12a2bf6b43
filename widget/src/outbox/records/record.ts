import type { Unchecked } from "../../http/unchecked";
import type { ChatAccess } from "../../storage/chatRecord";
import { FORGOTTEN } from "../../storage/owner";
import type { Submission, SubmissionOutcome } from "./submission";

/**
 * One run's feedback in the outbox: its partial saves and its end are one record. A record is only changed by `changes.ts`,
 * in one transaction of the store, so that tabs cannot undo each other's changes.
 */
export interface OutboxRecord {
  /** The run's id. */
  id: string;
  /** The node and flow: within these, feedback arrives in the order in which it was given. */
  lane: string;
  /** The place in the queue. The end of a run gets a new one. */
  order: number;
  /** When the answers were given last, in milliseconds since 1970. */
  writtenAt: number;
  /** The origin of the API; empty for the page's own. */
  apiBase: string;
  /**
   * `waiting`: there is something to send. `saved`: the server has all that there is, and the run goes on. `stored`: the
   * server has the complete feedback. `refused`: the server will never take it.
   */
  state: "waiting" | "saved" | "stored" | "refused";
  /** What is sent next, or was sent and has no outcome yet: then it is repeated with the same key and the same bytes. */
  attempt?: Submission;
  /** Whether the attempt may have reached the server. */
  isTried: boolean;
  /** What the visitor has answered since. It is sent when the attempt is settled. */
  next?: Submission;
  /** The files of these that could not be uploaded when they were chosen. Each one's content is stored with the record. */
  files?: FileEntries;
  /** How often files have been uploaded again, because the server no longer had them. */
  uploadRounds?: number;
  /** Whose answers they are, as a hash (`storage/owner.ts`); absent: nobody has said who they are. */
  person?: string;
  /** How long the answers are tried after they were written, in milliseconds; absent: as long as usual. */
  expiryMs?: number;
  /** Whether the run can be gone on with: its files stay until then. */
  isHeld?: true;
  /** Whether the visitor has started over: what waits is sent, and nothing is remembered after that. */
  isAbandoned?: true;
  /** The partial save on the server that this run continues. */
  feedbackId?: string;
  /** Whether the visitor was told that the feedback is kept on this device: then they are also told what becomes of it. */
  isKept?: boolean;
  /** Whether its chat was kept: once, so that one that this browser has forgotten since does not come back. */
  isChatKept?: true;
  /** How often the attempt has failed in a row. */
  failures: number;
  /** When it failed last, and how long the pause after that is. Together, so that a clock that jumps is noticed. */
  failedAt: number;
  pauseMs: number;
  /** Whether the server has asked for this pause: then nothing is sent before it is over. */
  isPauseAsked: boolean;
  /** Whether those behind it in its lane wait for it: also while it is refused. */
  isStrict?: true;
  /** What the server said last. */
  settled?: Settled;
}

/** What is said of a record that was never tried. */
export const FRESH = {
  state: "waiting",
  isTried: false,
  failures: 0,
  failedAt: 0,
  pauseMs: 0,
  isPauseAsked: false,
} as const satisfies Partial<OutboxRecord>;

/** Returns whether the run was answered to the end. */
export function isAnswered({ attempt, next, settled }: OutboxRecord): boolean {
  const last = next ?? attempt;
  return last ? !last.partial : settled?.isComplete === true;
}

/** Returns whether the server has all that there is of a record. */
export function isOver({ state }: OutboxRecord): boolean {
  return state === "stored" || state === "saved";
}

/** Returns whether nobody will be told what has become of a record: its visitor has logged out. */
export function isForgotten({ state, person }: OutboxRecord): boolean {
  return person === FORGOTTEN && state !== "waiting";
}

/** Returns whether a run has ended and the server has all of it, or nothing is left of it. */
export function isDone(record: OutboxRecord | undefined): boolean {
  return !record || record.state === "stored";
}

/** A decision of the server. */
export interface Settled {
  status: number;
  /** The fields of the reply that decide something. */
  body: {
    id?: string;
    chat_token_string?: string;
    chat_start_token?: string;
    code?: string | number;
    refused_file?: string;
  };
  /** By the browser's clock, in milliseconds since 1970. */
  at: number;
  /** Whether it was about a feedback that is complete. */
  isComplete: boolean;
}

/** Why a record is set aside: the server's code or status, or what the browser knows itself. */
export type RefusalReason = "malformed" | "unsendable" | "expired" | string;

/** Returns why a record was set aside. */
export function refusalOf({ settled }: Pick<OutboxRecord, "settled">): RefusalReason {
  return String(settled?.body.code ?? settled?.status ?? "malformed");
}

/** Returns the lane of a node and flow. */
export function laneOf(nodeId: string, flowId: string): string {
  return JSON.stringify([nodeId, flowId]);
}

/** Returns the chat that a feedback has led to. */
export function chatOf({ settled }: OutboxRecord): ChatAccess | undefined {
  const { id, chat_token_string: token } = settled?.body ?? {};
  return id && token ? { feedbackId: id, token } : undefined;
}

/** A file that could not be uploaded when it was chosen. The outbox uploads it before the feedback that names it. */
export interface KeptFile {
  /** What answers name until the file is uploaded, in place of the id that the server gives it. */
  id: string;
  file: File;
  /** Path and query of the upload. */
  path: string;
  /** The headers of the upload: whose it is. */
  headers: Record<string, string>;
}

/** What a record of the outbox knows of a kept file. Its content is stored beside the records. */
export interface FileEntry {
  name: string;
  /** In bytes. */
  size: number;
  type: string;
  /** The id that the server has given it. */
  uploadedAs?: string;
}

/** These by the ids that answers name. */
export type FileEntries = Readonly<Record<string, FileEntry>>;

/** Returns what records know of files. */
export function entriesOf(files: readonly KeptFile[]): Record<string, FileEntry> {
  const entryOf = ({ id, file: { name, size, type } }: KeptFile) => [id, { name, size, type }];
  return Object.fromEntries(files.map(entryOf));
}

/** How often the files of a feedback are uploaded again because the server no longer has them. */
const MOST_ROUNDS = 3;

/** Returns the first file that the attempt names and that is not uploaded yet, other than `uploaded`. */
export function missingFile({ attempt, files }: OutboxRecord, uploaded?: string): string | undefined {
  return attempt?.files?.find((id) => id !== uploaded && files?.[id] && files[id].uploadedAs === undefined);
}

/** Returns the attempt with the ids that the server has given its files. */
export function withUploads(attempt: Submission, files: FileEntries = {}): Submission {
  let { body } = attempt;
  for (const [id, { uploadedAs }] of Object.entries(files)) {
    if (uploadedAs !== undefined) body = body.replaceAll(id, () => JSON.stringify(uploadedAs).slice(1, -1));
  }
  return { ...attempt, body };
}

/** Notes that a file is uploaded. Of two uploads, as tabs without locks can make them, the first one counts. */
export function noteUploaded(record: OutboxRecord, fileId: string, uploadedAs: string): OutboxRecord {
  const entry = record.files?.[fileId];
  if (!entry || entry.uploadedAs !== undefined) return record;
  return { ...record, failures: 0, files: { ...record.files, [fileId]: { ...entry, uploadedAs } } };
}

/**
 * Returns the record with an attempt that uploads its files again, after the server has refused one of them as unknown: what
 * no feedback takes expires there. `undefined` where that would not help.
 */
export function uploadAgain(
  record: OutboxRecord,
  attempt: Submission,
  { status, body }: SubmissionOutcome,
  newKey: string,
): OutboxRecord | undefined {
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  const { files = {}, uploadRounds = 0 } = record;
  const isUnknown = status === 422 && code === "unknown_upload";
  if (!isUnknown || !attempt.files?.length || uploadRounds >= MOST_ROUNDS) return undefined;
  let again = attempt.body;
  const entries = Object.entries(files).map(([id, { uploadedAs, ...entry }]) => {
    if (uploadedAs !== undefined) again = again.replaceAll(uploadedAs, id);
    return [id, entry] as const;
  });
  return {
    ...record,
    attempt: { ...attempt, key: newKey, body: again },
    files: Object.fromEntries(entries),
    uploadRounds: uploadRounds + 1,
    isTried: false,
    failures: 0,
  };
}

/**
 * Returns the record without the files that nothing in it names any more. While a run goes on, its files stay: what the
 * visitor answers next names them again.
 */
export function withoutUnnamed(record: OutboxRecord): OutboxRecord {
  const { files, ...others } = record;
  if (!files || record.state === "saved" || (record.isHeld && !isAnswered(record))) return record;
  const submissions = record.state === "stored" ? [] : [record.attempt, record.next];
  const named = submissions.flatMap((submission) => submission?.files ?? []);
  const left = Object.entries(files).filter(([id]) => named.includes(id));
  return left.length > 0 ? { ...others, files: Object.fromEntries(left) } : others;
}
