import type { OutboxRecord } from "./record";
import type { Submission, SubmissionOutcome } from "./submission";

/** What happened, to the machine of one tab. `now` is in milliseconds since 1970. */
export type OutboxEvent =
  /** There may be something to send. `isEager`: and a reason to skip pauses, such as a network that is back. */
  | { type: "wake"; isEager: boolean }
  /** This tab is the one that sends; `records` is all that is stored, in order. */
  | { type: "locked"; records: readonly OutboxRecord[]; now: number }
  /** The attempt with this key is written down as tried. `record` is what is stored now; absent where there is none any more. */
  | { type: "begun"; id: string; key: string; record: OutboxRecord | undefined; now: number }
  | { type: "replied"; id: string; key: string; outcome: SubmissionOutcome }
  | { type: "file_replied"; id: string; key: string; fileId: string; outcome: SubmissionOutcome }
  /** The outcome is written down. */
  | {
      type: "settled";
      id: string;
      key: string;
      status: number;
      record: OutboxRecord | undefined;
      now: number;
    }
  /** The tab could not get the lock, or read what is stored. */
  | { type: "failed" };

/** What the machine wants done, in this order. */
export type OutboxEffect =
  /** Become the tab that sends, and read what is stored. */
  | { type: "lock" }
  | { type: "unlock" }
  /** Upload a file that the attempt with this key names. */
  | { type: "upload"; id: string; key: string; fileId: string; apiBase: string }
  | { type: "settle_file"; id: string; key: string; fileId: string; outcome: SubmissionOutcome }
  /** Write down that the attempt is about to be sent. */
  | { type: "begin"; id: string; key: string }
  | { type: "send"; id: string; apiBase: string; attempt: Submission }
  | { type: "settle"; id: string; key: string; outcome: SubmissionOutcome }
  /** Wake up after this time; replaces an earlier one. */
  | { type: "schedule"; afterMs: number };
