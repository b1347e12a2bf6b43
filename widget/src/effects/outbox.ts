import { readJson, removeEntry, writeJson } from "../storage/localStore";
import type { Submission } from "./submission";

/** The stored list of feedbacks that wait for the network (docs/constants.md#storage-names). */
const OUTBOX = "FLOW/offline";

/** An entry that can never be sent. It stays in the list for support, and does not block the entries after it. */
export interface SetAsideEntry {
  setAside: SetAsideReason;
  entry: unknown;
}

/**
 * `malformed`: not a submission. `unsendable`: the browser refuses to send it. `superseded`: its revision of the flow is no
 * longer accepted, and its answers do not fit the newest one.
 */
export type SetAsideReason = "malformed" | "unsendable" | "superseded";

/** Keeps a complete feedback in the browser until there is a network, over visits too. */
export function addToOutbox(submission: Submission): void {
  removeFromOutbox(submission.key);
  writeOutbox([...readOutbox(), submission]);
}

export function removeFromOutbox(key: string): void {
  writeOutbox(readOutbox().filter((entry) => !hasKey(entry, key)));
}

/** Returns the entries as they are stored: submissions, entries that were set aside, or anything else. */
export function readOutbox(): unknown[] {
  const entries = readJson(OUTBOX) ?? [];
  return Array.isArray(entries) ? entries : [entries];
}

export function writeOutbox(entries: unknown[]): void {
  if (entries.length > 0) writeJson(OUTBOX, entries);
  else removeEntry(OUTBOX);
}

export function hasKey(entry: unknown, key: string): boolean {
  return (entry as Partial<Submission> | null)?.key === key;
}

/** Returns why an entry was set aside; `undefined` for an entry that may be sent. */
export function setAsideReason(entry: unknown): SetAsideReason | undefined {
  return (entry as Partial<SetAsideEntry> | null)?.setAside;
}
