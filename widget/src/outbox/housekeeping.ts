import type { OutboxRecord } from "./record";
import { changeEach, type OutboxStore } from "./store/outboxStore";

/** As long as a run can be gone on with, and has to be known as one that has ended (docs/constants.md#limits). */
const RUN_MS = 30 * 24 * 60 * 60_000;

/** How long its files are kept where it can only be continued on the page on which they were chosen. */
const SAVED_FILES_MS = 24 * 60 * 60_000;

/** Removes records that hold no answers any more and that nobody will ask for. */
export async function tidy(store: OutboxStore, now: number): Promise<void> {
  const useless = (await store.readAll()).filter((record) => isUseless(record, now));
  await store.change(changeEach(useless, { type: "remove" }));
}

function isUseless({ state, writtenAt, settled, files, isHeld }: OutboxRecord, now: number): boolean {
  if (state === "stored") return now - (settled?.at ?? 0) > RUN_MS;
  return state === "saved" && now - writtenAt > (files && !isHeld ? SAVED_FILES_MS : RUN_MS);
}
