import { readRecord, removeEntry, writeJson } from "../storage/localStore";
import type { Written } from "./changes";
import { fitsKeepalive } from "./postSubmission";
import type { OutboxRecord } from "./record";
import type { OutboxStore } from "./store/outboxStore";
import { isSealing } from "./store/sealedRow";
import type { Submission } from "./submission";

/**
 * What pages have left behind, by run. A page that goes away or is ended can write to nothing but local storage in time. Not on
 * a kiosk: nothing could be sealed in time, and others read what is there.
 */
const LEFT = "FLOW/left";

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
  noteLeft(id, { ...written, submission: left });
  const isAlone = isAttempt || (attempt === undefined && !hasEarlier);
  // An earlier one is on its way, and both replace the same save. Else there would be two feedbacks, or the older would win, as
  // it may where only that one is written down.
  const mayFollow = isTried && failures === 0 && headers["X-FID"] !== undefined && !isSealing();
  return (isAlone || mayFollow) && fitsKeepalive(left) ? left : undefined;
}

/** Writes a submission down at once, in case that the page is ended before the outbox has it. */
export function noteLeft(id: string, written: Written): void {
  if (isSealing()) return;
  writeJson(LEFT, { ...readLeft(), [id]: written });
}

/** Forgets what was left behind under a key: the outbox has it. */
export function forgetLeft(id: string, key: string): void {
  const { [id]: left, ...others } = readLeft();
  if (left?.submission.key !== key) return;
  if (Object.keys(others).length > 0) writeJson(LEFT, others);
  else removeEntry(LEFT);
}

/** Takes over what earlier pages have left behind. Under its own keys, so that it does no harm if the server has it. */
export async function adoptLeft(store: OutboxStore, now: number): Promise<void> {
  for (const [id, left] of Object.entries(readLeft())) {
    const record = await store.read(id);
    const isKnown = [record?.attempt?.key, record?.next?.key].includes(left.submission.key);
    if (!isKnown) await store.change([{ id, change: { type: "write", ...left, now } }]);
    forgetLeft(id, left.submission.key);
  }
}

function readLeft(): Record<string, Written> {
  const isWhole = ([, written]: [string, Written | null]) => typeof written?.submission?.key === "string";
  return Object.fromEntries(Object.entries(readRecord<Written>(LEFT)).filter(isWhole));
}
