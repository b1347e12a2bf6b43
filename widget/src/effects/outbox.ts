import { isSettled } from "../http/retry";
import { removeFeedback } from "../storage/feedbackRecords";
import { readJson, removeEntry, writeJson } from "../storage/localStore";
import { postSubmission, replaceForeign, type SubmissionOutcome } from "./postSubmission";
import { feedbackIdIn, isSendable, type Submission } from "./submission";

/** The stored list of feedbacks that wait for the network (docs/constants.md#storage-names). */
const OUTBOX = "FLOW/offline";

/** An entry that can never be sent. It stays in the list for support, and no longer blocks the entries after it. */
interface SetAsideEntry {
  setAside: SetAsideReason;
  entry: unknown;
}

/** `malformed`: not a submission. `unsendable`: the browser refuses to send it. */
export type SetAsideReason = "malformed" | "unsendable";

/** Older ones are dropped: storage is small, and nobody may ever look. */
const MAX_SET_ASIDE = 10;

/** Reports what happens to the entries of the outbox while they are sent. */
export interface OutboxListener {
  /** The server has stored the entry with this key. */
  onStored(key: string, response: unknown): void;
  /** The entry is sent under another key from now on. */
  onKeyChanged(oldKey: string, newKey: string): void;
}

/** Keeps a complete feedback in the browser until there is a network, over visits too. */
export function addToOutbox(submission: Submission): void {
  write([...readEntries().filter((entry) => !hasKey(entry, submission.key)), submission]);
}

/**
 * Sends the outbox, oldest entry first, until a response fails to come. An entry that the server has stored or refused
 * is removed. Several pages of one browser may do this at once: a repeated key is stored once.
 */
export async function sendOutbox(apiBase: string, listener: OutboxListener): Promise<void> {
  setAsideUnsendable();
  for (const entry of readEntries()) {
    if (isSetAside(entry) || !isSubmission(entry)) continue;
    const { submission, outcome } = await sendEntry(apiBase, entry, listener);
    if (!isSettled(outcome.status)) return;
    remove(submission.key);
    if (outcome.status !== 200) continue;
    // The feedback has completed the partial save that it continued.
    const id = feedbackIdIn(outcome.body);
    if (id !== undefined) removeFeedback(id);
    listener.onStored(submission.key, outcome.body);
  }
}

/** Returns why entries were set aside, for the error report. It names no content. */
export function readSetAsideReasons(): SetAsideReason[] {
  return readEntries()
    .filter(isSetAside)
    .map(({ setAside }) => setAside);
}

/** Sends one entry; as a new feedback where the partial save that it continues is not this device's to continue. */
async function sendEntry(
  apiBase: string,
  submission: Submission,
  { onKeyChanged }: OutboxListener,
): Promise<{ submission: Submission; outcome: SubmissionOutcome }> {
  const outcome = await postSubmission(apiBase, submission);
  const replacement = replaceForeign(submission, outcome);
  if (!replacement) return { submission, outcome };
  const entries = readEntries();
  // Another page has replaced it already: two new keys would store it twice.
  if (!entries.some((entry) => hasKey(entry, submission.key))) return { submission, outcome };
  write(entries.map((entry) => (hasKey(entry, submission.key) ? replacement : entry)));
  onKeyChanged(submission.key, replacement.key);
  const { "X-FID": foreignId } = submission.headers;
  if (foreignId !== undefined) removeFeedback(foreignId);
  return { submission: replacement, outcome: await postSubmission(apiBase, replacement) };
}

/** Sets aside what can never be sent, and reports it on the console. */
function setAsideUnsendable() {
  const entries = readEntries();
  const checked = entries.map((entry) => (isSetAside(entry) ? entry : check(entry)));
  const setAside = checked.filter(isSetAside);
  if (setAside.length === entries.filter(isSetAside).length) return;
  console.error(
    "Some kept feedbacks can never be sent and were set aside:",
    setAside.map((entry) => entry.setAside),
  );
  const dropped = setAside.slice(0, -MAX_SET_ASIDE);
  write(checked.filter((entry) => !isSetAside(entry) || !dropped.includes(entry)));
}

function check(entry: unknown): unknown {
  if (!isSubmission(entry)) return { setAside: "malformed", entry };
  return isSendable(entry) ? entry : { setAside: "unsendable", entry };
}

function readEntries(): unknown[] {
  const entries = readJson(OUTBOX) ?? [];
  return Array.isArray(entries) ? entries : [entries];
}

function write(entries: unknown[]) {
  if (entries.length > 0) writeJson(OUTBOX, entries);
  else removeEntry(OUTBOX);
}

function remove(key: string) {
  write(readEntries().filter((entry) => !hasKey(entry, key)));
}

function hasKey(entry: unknown, key: string): boolean {
  return (entry as Partial<Submission> | null)?.key === key;
}

function isSetAside(entry: unknown): entry is SetAsideEntry {
  return typeof (entry as Partial<SetAsideEntry> | null)?.setAside === "string";
}

function isSubmission(entry: unknown): entry is Submission {
  const { key, body, headers } = (entry ?? {}) as Partial<Submission>;
  return (
    typeof key === "string" && typeof body === "string" && typeof headers === "object" && headers !== null
  );
}
