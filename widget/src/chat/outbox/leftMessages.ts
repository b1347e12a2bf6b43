import type { FallbackStore } from "../../outbox/store/fallbackStore";
import { readRecord, removeEntry, writeJson } from "../../storage/localStore";
import { LEFT } from "./leftEntry";
import type { MessageChange } from "./messageChanges";

type Written = Pick<Extract<MessageChange, { type: "write" }>, "lane" | "apiBase" | "submission" | "now">;

/** Notes by its key what is sent now. */
export function noteLeftMessage(written: Written): void {
  writeJson(LEFT, { ...readRecord<Written>(LEFT), [written.submission.key]: written });
}

/** Forgets a message: the database has it. */
export function forgetLeftMessage(key: string): void {
  const { [key]: left, ...others } = readRecord<Written>(LEFT);
  if (!left) return;
  if (Object.keys(others).length > 0) writeJson(LEFT, others);
  else removeEntry(LEFT);
}

/** Takes over what earlier pages have left. Under its own keys, so that it does no harm if the server has it. */
export async function adoptLeftMessages(store: FallbackStore<MessageChange>): Promise<void> {
  for (const [key, left] of Object.entries(readRecord<Written>(LEFT))) {
    const isWhole = typeof left?.submission?.key === "string";
    if (isWhole) await store.change([{ id: key, change: { type: "write", ...left, files: {} } }]);
    // Where the browser has no database, nothing else outlives the page.
    if (!store.isUnstored(key)) forgetLeftMessage(key);
  }
}
