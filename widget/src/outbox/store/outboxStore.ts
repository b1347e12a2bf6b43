import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";

/** What an outbox holds: the feedback, or the messages of chats. */
export interface RecordKind<Change> {
  /** The store of the database in which it is kept. */
  table: "records" | "messages";
  /** Returns a record after a change; the same one where the change does not fit it, and `undefined` where none is left. */
  apply(
    record: OutboxRecord | undefined,
    id: string,
    change: Change,
    nextOrder: number,
  ): OutboxRecord | undefined;
}

/** What can happen to the records of every outbox. */
export type BasicChange = Extract<RecordChange, { type: "adopt" | "remove" }>;

/** Where an outbox is kept. */
export interface OutboxStore<Change = RecordChange> {
  /** Returns all records in order. */
  readAll(): Promise<OutboxRecord[]>;
  read(id: string): Promise<OutboxRecord | undefined>;
  /**
   * Applies a change to a record in one transaction, and returns what is stored then. A file is stored as long as its record
   * knows of it.
   *
   * @param files those that the change names.
   */
  change(
    id: string,
    change: Change | BasicChange,
    files?: readonly KeptFile[],
  ): Promise<OutboxRecord | undefined>;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<KeptFile | undefined>;
}

/** The most records that are kept (docs/constants.md#limits). */
export const MOST_RECORDS = 2_000;

/** The most files that are kept, and their most bytes. */
export const MOST_FILES = 1_000;
export const MOST_FILE_BYTES = 500 * 1024 * 1024;

/** The outbox takes no further record. */
export class OutboxFullError extends Error {
  override readonly name = "OutboxFullError";
}

/** @throws {OutboxFullError} when there is no room for further files. */
export function checkRoomForFiles(records: readonly OutboxRecord[], added: readonly KeptFile[]): void {
  const entries = records.flatMap(({ files = {} }) => Object.values(files));
  const sizes = [...entries.map(({ size }) => size), ...added.map(({ file }) => file.size)];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > MOST_FILES || bytes > MOST_FILE_BYTES) {
    throw new OutboxFullError("Too many files wait on this device.");
  }
}
