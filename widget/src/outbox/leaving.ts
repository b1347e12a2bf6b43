import { forgetLeft, noteLeft } from "./leftBehind";
import type { Outbox } from "./openOutbox";
import { fitsKeepalive, postSubmission } from "./postSubmission";
import type { Written } from "./records/changes";
import type { KeptFile, OutboxRecord } from "./records/record";
import type { Submission } from "./records/submission";
import { askForSync } from "./triggers";

/** The latest submission of a run. It may not be written down yet. */
export interface Latest {
  id: string;
  written: Written;
  /** Whether the page has no outcome of an earlier one either. */
  hasEarlier: boolean;
}

/**
 * Writes a submission down where that is possible at once, and returns it as it may be sent while the page goes away: with the
 * key and the bytes that the outbox sends later, if it has to. `undefined` where only the outbox can send it.
 *
 * @param record what is known of the run's record.
 */
export function leave(
  { id, written, hasEarlier }: Latest,
  record: OutboxRecord | undefined,
): Submission | undefined {
  const { submission } = written;
  const { attempt, isTried = false, failures = 0, feedbackId } = record ?? {};
  const isAttempt = attempt?.key === submission.key;
  // Its files go first, and local storage holds none.
  if (submission.files || (isAttempt && isTried)) return undefined;
  const headers = feedbackId ? { ...submission.headers, "X-FID": feedbackId } : submission.headers;
  const left = { ...submission, headers };
  const isAlone = isAttempt || (attempt === undefined && !hasEarlier);
  // An earlier one is on its way, and both replace the same save. Else there would be two feedbacks, or the older would win, as
  // it may where only that one is written down.
  const mayFollow = isTried && failures === 0 && headers["X-FID"] !== undefined;
  const isSent = (isAlone || mayFollow) && fitsKeepalive(left);
  noteLeft(id, { ...written, submission: left, isSent });
  return isSent ? left : undefined;
}

/** What one page has no outcome for. */
export interface OpenSubmissions {
  /** Writes down what a run's visitor has answered. */
  write(runId: string, written: Latest["written"], files: readonly KeptFile[]): Promise<void>;
  /** The submission with this key has an outcome, or nobody waits for one. */
  close(key: string): void;
  /** The page may go away: sends at once what no attempt is under way for, as far as browsers allow it. */
  leave(): void;
}

/**
 * When the browser is asked to go on after the page (docs/constants.md#delays). Most replies are there before, and no worker needs
 * to be woken for those.
 */
const SYNC_AFTER_MS = 1_000;

export function createOpenSubmissions(
  outbox: Pick<Outbox, "write" | "begin" | "known" | "isUnstored">,
): OpenSubmissions {
  /** By key, in order. */
  const open = new Map<string, Omit<Latest, "hasEarlier"> & { writing: Promise<void> }>();
  /** The key of what was sent when the page seemed to go away: it may go away again. */
  let leftKey: string | undefined;

  /** Forgets what local storage has of a run up to this key, if the database has it. */
  function forgetWritten(runId: string, key: string) {
    const keys = [...open.keys()];
    const later = keys.slice(keys.indexOf(key) + 1);
    forgetLeft(runId, outbox.known(runId), { type: "written", isUnstored: outbox.isUnstored(runId), later });
  }
  return {
    async write(runId, written, files) {
      const { key, partial, files: named } = written.submission;
      // The run itself is forgotten with its end. Local storage holds no files.
      if (!partial && !named) noteLeft(runId, written);
      const writing = outbox.write(runId, written, files);
      open.set(key, { id: runId, written, writing });
      setTimeout(() => open.has(key) && void askForSync(), SYNC_AFTER_MS);
      await writing;
      forgetWritten(runId, key);
    },
    close: (key) => void open.delete(key),
    leave() {
      const [latest] = [...open].slice(-1);
      if (!latest || latest[0] === leftKey) return;
      const [key, { id, written, writing }] = latest;
      leftKey = key;
      const left = leave({ id, written, hasEarlier: open.size > 1 }, outbox.known(id));
      if (left) void postSubmission(written.apiBase, left);
      // Before anything that is answered when the page comes back, which would take its place.
      const beginning = left && outbox.begin(id, key);
      void Promise.all([writing, beginning]).then(() => forgetWritten(id, key));
      void askForSync();
    },
  };
}
