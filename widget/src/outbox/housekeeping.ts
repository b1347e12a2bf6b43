import { isExpired } from "./failure";
import { isForgotten, isOver, type OutboxRecord } from "./record";
import { changeEach, type OutboxStore } from "./store/outboxStore";

/** As long as a run can be gone on with, and has to be known as one that has ended (docs/constants.md#limits). */
const RUN_MS = 30 * 24 * 60 * 60_000;

/** How long its files are kept where it can only be continued on the page on which they were chosen. */
const SAVED_FILES_MS = 24 * 60 * 60_000;

/** Of how many runs it is known that they have ended: what is known of others needs the room. */
const MOST_ENDED = 200;

/** Removes records that hold no answers any more and that nobody will ask for. What the clock has set aside wrongly waits again. */
export async function tidy(store: OutboxStore, now: number): Promise<void> {
  const records = await store.readAll();
  const refused = records.filter((record) => record.state === "refused" && !isExpired(record, now));
  const useless = records.filter((record) => isUseless(record, now));
  const settledAt = ({ settled }: OutboxRecord) => settled?.at ?? 0;
  const ended = records
    .filter(({ state, isKept }) => state === "stored" && !isKept)
    .sort((a, b) => settledAt(b) - settledAt(a));
  const gone = new Set([...useless, ...ended.slice(MOST_ENDED)]);
  await store.change([
    ...changeEach(refused, { type: "revive", now } as const),
    ...changeEach([...gone], { type: "clear" } as const),
  ]);
}

function isUseless(record: OutboxRecord, now: number): boolean {
  const { state, writtenAt, settled, files, isHeld } = record;
  if (isForgotten(record)) return true;
  if (state === "stored") return now - (settled?.at ?? 0) > RUN_MS;
  return isOver(record) && now - writtenAt > (files && !isHeld ? SAVED_FILES_MS : RUN_MS);
}
