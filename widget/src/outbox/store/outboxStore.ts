import type { RecordChange } from "../changes";
import type { OutboxRecord } from "../record";

/** Where the outbox is kept. */
export interface OutboxStore {
  /** Returns all records in order. */
  readAll(): Promise<OutboxRecord[]>;
  read(id: string): Promise<OutboxRecord | undefined>;
  /** Applies a change to a record in one transaction, and returns what is stored then. */
  change(id: string, change: RecordChange): Promise<OutboxRecord | undefined>;
}

/** The most records that are kept (docs/constants.md#limits). */
export const MOST_RECORDS = 2_000;

/** The outbox takes no further record. */
export class OutboxFullError extends Error {
  override readonly name = "OutboxFullError";
}
