import type { OutboxRecord } from "../record";
import type { Plan } from "./planChanges";

/** The most records that are kept (docs/constants.md#limits). */
export const MOST_RECORDS = 2_000;

/** The most files that are kept, and their most bytes. */
export const MOST_FILES = 1_000;
export const MOST_FILE_BYTES = 500 * 1024 * 1024;

/** Returns the error for what has no room. */
export const outboxFull = () => new Error("Too much waits on this device.");

/** @throws when there is no room for further files. */
export function checkRoomForFiles(records: readonly OutboxRecord[], added: Plan["added"]): void {
  const entries = records.flatMap(({ files = {} }) => Object.values(files));
  const sizes = [...entries.map(({ size }) => size), ...added.map(([, { file }]) => file.size)];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > MOST_FILES || bytes > MOST_FILE_BYTES) {
    throw outboxFull();
  }
}
