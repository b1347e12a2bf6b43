import type { OutboxRecord } from "./record";
import type { Submission, SubmissionOutcome } from "./submission";

/** What happened, to the machine of one tab. `now` is in milliseconds since 1970. */
export type OutboxEvent =
  /** There may be something to send. `isEager`: and a reason to skip pauses, such as a network that is back. */
  | { type: "wake"; isEager: boolean }
  /** This tab is the one that sends; `records` is all that is stored, in order. */
  | { type: "locked"; records: readonly OutboxRecord[]; now: number }
  /** What was sent, an attempt or a file of it, has an outcome. */
  | (Settling & { type: "replied"; now: number })
  /** What was to be written down is. */
  | { type: "written"; settled?: Settled | undefined; begun?: Written | undefined; now: number }
  /** The tab could not get the lock, or read what is stored. */
  | { type: "failed" };

/** The outcome of an attempt, or of a file that it names. */
export interface Settling {
  id: string;
  /** The attempt's key. */
  key: string;
  fileId?: string | undefined;
  outcome: SubmissionOutcome;
}

/** An attempt by its record and key. */
export interface AttemptName {
  id: string;
  key: string;
}

/** An attempt about which something is written down. */
export interface Written extends AttemptName {
  /** What is stored now; absent where there is none any more. */
  record?: OutboxRecord | undefined;
}

export interface Settled extends Written {
  /** The outcome's. */
  status: number;
}

/** What the machine wants done, in this order. One request and one `write` may be under way at the same time. */
export type OutboxEffect =
  /** Become the tab that sends, and read what is stored. */
  | { type: "lock" }
  | { type: "unlock" }
  /** Upload a file that the attempt with this key names. */
  | { type: "upload"; id: string; key: string; fileId: string; apiBase: string }
  | { type: "send"; id: string; apiBase: string; attempt: Submission }
  /** Write down, in one transaction, an outcome, and that an attempt is about to be sent. */
  | { type: "write"; settle?: Settling | undefined; begin?: AttemptName | undefined }
  /** Wake up after this time; replaces an earlier one. */
  | { type: "schedule"; afterMs: number };
