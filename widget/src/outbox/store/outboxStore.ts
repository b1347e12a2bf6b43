import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";

/** Where the outbox is kept. */
export interface OutboxStore {
  /** Returns all records in order. */
  readAll(): Promise<OutboxRecord[]>;
  read(id: string): Promise<OutboxRecord | undefined>;
  /**
   * Applies changes one after another in one transaction: all of them or, where it fails, none. Returns what is stored then of
   * each record. A file is stored as long as its record knows of it.
   */
  change(changes: readonly IdentifiedChange[]): Promise<Map<string, OutboxRecord | undefined>>;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<KeptFile | undefined>;
}

/** What happens to a record. */
export interface IdentifiedChange {
  id: string;
  change: RecordChange;
  /** The files that the change names. */
  files?: readonly KeptFile[];
}

export function removals(ids: readonly string[]): IdentifiedChange[] {
  return ids.map((id) => ({ id, change: { type: "remove" } }));
}
