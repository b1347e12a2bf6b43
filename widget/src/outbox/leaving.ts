import { readRecord, removeEntry, writeJson } from "../storage/localStore";
import type { Written } from "./changes";
import { LEFT } from "./names";
import { fitsKeepalive } from "./postSubmission";
import { isAnswered, type OutboxRecord } from "./record";
import type { FallbackStore } from "./store/fallbackStore";
import type { Submission } from "./submission";

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
