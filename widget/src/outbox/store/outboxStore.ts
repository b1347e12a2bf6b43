import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";

/** What an outbox holds: feedback, or the messages of chats. */
export interface RecordKind<Change> {
  /** The store of the database in which it is kept. */
  table: "records" | "messages";
  /** Returns a record after a change; the same one where the change does not fit it, and `undefined` where none is left. */
  apply(
    record: OutboxRecord | undefined,
    id: string,
    change: Change | BasicChange,
    nextOrder: number,
  ): OutboxRecord | undefined;
}

/** What can happen to every kind of record. */
export type BasicChange = Extract<RecordChange, { type: "adopt" | "remove" }>;

/** Where an outbox is kept. */
export interface OutboxStore<Change = RecordChange> {
  /** Returns all records in order. */
  readAll(): Promise<OutboxRecord[]>;
  read(id: string): Promise<OutboxRecord | undefined>;
  /**
   * Applies changes one after another in one transaction: all of them or, where it fails, none. Returns what is stored then of
   * each record. A file is stored as long as its record knows of it.
   */
  change(changes: readonly IdentifiedChange<Change>[]): Promise<Map<string, OutboxRecord | undefined>>;
  /** Returns a file of a record. */
  file(id: string, fileId: string): Promise<KeptFile | undefined>;
}

/** What happens to a record. */
export interface IdentifiedChange<Change = RecordChange> {
  id: string;
  change: Change | BasicChange;
  /** The files that the change names. */
  files?: readonly KeptFile[];
}

/** Returns what has the same happen to several records. */
export function changeEach<Change = never>(
  records: readonly { id: string }[],
  change: Change | BasicChange,
): IdentifiedChange<Change>[] {
  return records.map(({ id }) => ({ id, change }));
}
