import type { OutboxRecord } from "./record";
import { type OutboxStore, removals } from "./store/outboxStore";

/** How long it is remembered that a feedback has arrived (docs/constants.md#delays). */
const STORED_MS = 24 * 60 * 60_000;

/** How long a run that has saved a part may be continued. */
const SAVED_MS = 30 * 24 * 60 * 60_000;

/** How long its files are kept: it can only be continued on the page on which they were chosen. */
const SAVED_FILES_MS = 24 * 60 * 60_000;

/** Removes records that hold no answers any more and that nobody will ask for. */
export async function tidy(store: OutboxStore, now: number): Promise<void> {
  const useless = (await store.readAll()).filter((record) => isUseless(record, now));
  await store.change(removals(useless.map(({ id }) => id)));
}

function isUseless({ state, writtenAt, settled, files }: OutboxRecord, now: number): boolean {
  if (state === "stored") return now - (settled?.at ?? 0) > STORED_MS;
  return state === "saved" && now - writtenAt > (files ? SAVED_FILES_MS : SAVED_MS);
}
