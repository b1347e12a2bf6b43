import { readRecord, removeEntry, writeJson } from "../storage/localStore";
import type { Written } from "./changes";
import { LEFT } from "./names";
import type { Outbox } from "./openOutbox";
import { fitsKeepalive, postSubmission } from "./postSubmission";
import { isAnswered, type KeptFile, type OutboxRecord } from "./record";
import type { FallbackStore } from "./store/fallbackStore";
import type { Submission } from "./submission";
import { askForSync } from "./triggers";

/** What is left behind of a run. */
export interface Left extends Written {
  /** Whether it was sent when its page went away. */
  isSent?: boolean;
}

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

/** Writes a submission down at once, in case that the page is ended before the outbox has it. */
export function noteLeft(id: string, written: Left): void {
  writeJson(LEFT, { ...readLeft(), [id]: written });
}

/** Forgets what was left behind of a run, if it has one of these keys: the outbox has it, or something newer. */
export function forgetLeft(id: string, isKey: (key: string) => boolean): void {
  const { [id]: left, ...others } = readLeft();
  if (!left || !isKey(left.submission.key)) return;
  if (Object.keys(others).length > 0) writeJson(LEFT, others);
  else removeEntry(LEFT);
}

/**
 * Forgets what was left behind once the server has decided about it. Where the browser has no database, nothing else outlives the
 * page: so it stays as long as the record has it.
 */
export function forgetSettled(id: string, record: OutboxRecord | undefined, settledKey: string): void {
  if (record?.state === "refused" || hasKey(record, settledKey)) return;
  forgetLeft(id, (key) => key === settledKey);
}

/** Takes over what earlier pages have left behind. Under its own keys, so that it does no harm if the server has it. */
export async function adoptLeft(store: FallbackStore, now: number): Promise<void> {
  for (const [id, left] of Object.entries(readLeft())) {
    const { submission, isSent } = left;
    const { key } = submission;
    const record = await store.read(id);
    if (!isOutdated(left, record, now)) {
      const write = { ...left, type: "write" } as const;
      const begin = { type: "begin", key } as const;
      const changes = [...(hasKey(record, key) ? [] : [write]), ...(isSent ? [begin] : [])];
      await store.change(changes.map((change) => ({ id, change })));
    }
    if (!store.isUnstored(id)) forgetLeft(id, (leftKey) => leftKey === key);
  }
}

/** Returns whether a run went on after something was left behind. A browser that is killed may bring back what was forgotten. */
function isOutdated(
  { submission, now: leftAt }: Left,
  record: OutboxRecord | undefined,
  now: number,
): boolean {
  if (!record || hasKey(record, submission.key)) return false;
  if (!submission.partial) return record.state === "stored";
  // By a clock that was set back meanwhile, nothing can be said.
  return isAnswered(record) || (leftAt < record.writtenAt && record.writtenAt <= now);
}

function hasKey({ attempt, next }: Pick<OutboxRecord, "attempt" | "next"> = {}, key: string): boolean {
  return attempt?.key === key || next?.key === key;
}

function readLeft(): Record<string, Left> {
  const isWhole = ([, left]: [string, Left | null]) => typeof left?.submission?.key === "string";
  return Object.fromEntries(Object.entries(readRecord<Left>(LEFT)).filter(isWhole));
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
    if (!outbox.isUnstored(runId)) forgetLeft(runId, (left) => !later.includes(left));
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
