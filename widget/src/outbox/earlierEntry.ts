import { readJson, removeEntry, writeJson } from "../storage/localStore";
import { EARLIER_ENTRY } from "./names";

/** Forgets what a page without the outbox's script, or an earlier version, has kept under a key. */
export function forgetEarlier(key: string): void {
  const entries = readJson(EARLIER_ENTRY);
  if (!Array.isArray(entries)) return;
  const left = entries.filter((entry) => (entry?.entry ?? entry)?.key !== key);
  if (left.length === 0) removeEntry(EARLIER_ENTRY);
  else if (left.length < entries.length) writeJson(EARLIER_ENTRY, left);
}
