import { isSettled } from "../http/retry";
import { removeFeedback } from "../storage/feedbackRecords";
import {
  hasKey,
  readOutbox,
  removeFromOutbox,
  type SetAsideEntry,
  setAsideReason,
  writeOutbox,
} from "./outbox";
import { postSubmission, replaceRefused, type SubmissionOutcome } from "./postSubmission";
import { feedbackIdIn, isSendable, type Submission } from "./submission";

/** Most entries that stay in the outbox after they were set aside. Older ones are dropped, because storage is small. */
const MAX_SET_ASIDE = 10;

/**
 * Sends the outbox, oldest entry first, until the server does not respond. An entry that the server has stored or
 * refused is removed. Several pages of one browser may do this at once: the server stores one feedback for a key.
 *
 * This module is loaded on demand: few visitors have an outbox, and sending it needs a network anyway.
 *
 * @param onStored called with the key and the response for each stored entry.
 * @param onKeyChanged called with the old and the new key of an entry that continues under another one.
 */
export async function sendOutbox(
  apiBase: string,
  onStored: (key: string, response: unknown) => void,
  onKeyChanged: (oldKey: string, newKey: string) => void,
): Promise<void> {
  for (const entry of setAsideUnsendable()) {
    let submission = entry;
    let outcome = await postSubmission(apiBase, submission);
    for (;;) {
      const replacement = replaceInOutbox(submission, outcome);
      if (!replacement) break;
      onKeyChanged(submission.key, replacement.key);
      submission = replacement;
      outcome = await postSubmission(apiBase, submission);
    }
    if (!isSettled(outcome.status)) return;
    if (outcome.status === 422 && submission.body !== entry.body) setAsideSuperseded(submission);
    else removeFromOutbox(submission.key);
    if (outcome.status !== 200) continue;
    // The feedback has completed the partial save that it continued.
    const id = feedbackIdIn(outcome.body);
    if (id !== undefined) removeFeedback(id);
    onStored(submission.key, outcome.body);
  }
}

/** Replaces an entry that the server refused, where another one may be accepted. */
function replaceInOutbox(submission: Submission, outcome: SubmissionOutcome): Submission | undefined {
  const replacement = replaceRefused(submission, outcome);
  if (!replacement) return undefined;
  const entries = readOutbox();
  const at = entries.findIndex((entry) => hasKey(entry, submission.key));
  // Another page has already replaced it. Under a second new key it would be stored twice.
  if (at === -1) return undefined;
  entries[at] = replacement;
  writeOutbox(entries);
  // Not continued any more: the partial save belongs to another device, or is complete.
  const continued = submission.headers["X-FID"];
  if (continued !== undefined && replacement.headers["X-FID"] === undefined) removeFeedback(continued);
  return replacement;
}

/** Keeps a feedback for support whose answers fit neither its revision of the flow, which is too old, nor the newest one. */
function setAsideSuperseded(submission: Submission): void {
  const others = readOutbox().filter((entry) => !hasKey(entry, submission.key));
  const setAside = [...others.filter(setAsideReason), { setAside: "superseded", entry: submission }];
  console.error("Set aside feedback whose flow has changed since:", ["superseded"]);
  writeOutbox([...setAside.slice(-MAX_SET_ASIDE), ...others.filter((entry) => !setAsideReason(entry))]);
}

/** Sets aside entries that can never be sent, reports them on the console, and returns the others. */
function setAsideUnsendable(): Submission[] {
  const setAside: unknown[] = [];
  const found: SetAsideEntry[] = [];
  const sendable: Submission[] = [];
  for (const entry of readOutbox()) {
    if (setAsideReason(entry)) setAside.push(entry);
    else if (!isSubmission(entry)) found.push({ setAside: "malformed", entry });
    else if (!isSendable(entry)) found.push({ setAside: "unsendable", entry });
    else sendable.push(entry);
  }
  if (found.length > 0) {
    console.error("Set aside feedback that can never be sent:", found.map(setAsideReason));
    writeOutbox([...[...setAside, ...found].slice(-MAX_SET_ASIDE), ...sendable]);
  }
  return sendable;
}

function isSubmission(entry: unknown): entry is Submission {
  const { key, body, headers } = (entry ?? {}) as Partial<Submission>;
  return typeof key === "string" && typeof body === "string" && typeof headers === "object" && !!headers;
}
