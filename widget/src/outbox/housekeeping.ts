import type { OutboxRecord } from "./record";
import { type OutboxStore, removals } from "./store/outboxStore";

/** As long as a run can be gone on with, and has to be known as one that has ended (docs/constants.md#limits). */
const RUN_MS = 30 * 24 * 60 * 60_000;

/** How long its files are kept: it can only be continued on the page on which they were chosen. */
const SAVED_FILES_MS = 24 * 60 * 60_000;

/** Removes records that hold no answers any more and that nobody will ask for. */
export async function tidy(store: OutboxStore, now: number): Promise<void> {
  const useless = (await store.readAll()).filter((record) => isUseless(record, now));
  await store.change(removals(useless.map(({ id }) => id)));
}

function isUseless({ state, writtenAt, settled, files }: OutboxRecord, now: number): boolean {
  if (state === "stored") return now - (settled?.at ?? 0) > RUN_MS;
  return state === "saved" && now - writtenAt > (files ? SAVED_FILES_MS : RUN_MS);
}
