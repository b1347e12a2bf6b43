import type { RecordChange } from "../records/changes";
import type { KeptFile, OutboxRecord } from "../records/record";

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

/** What a store has to do for some changes. */
export interface Plan {
  /** What is stored afterwards of each record that the changes are about; `undefined` where none is. */
  results: Map<string, OutboxRecord | undefined>;
  /** The ids of the records that are not as they were. */
  changed: Set<string>;
  /** The files to be stored, by the ids of their records. */
  added: [recordId: string, file: KeptFile][];
  /** The ids of records and files of what nothing names any more. */
  removed: [recordId: string, fileId: string][];
}

/**
 * Returns what becomes of what is stored, with one change after another. Does nothing itself.
 *
 * @param stored returns a record as it is stored before.
 * @param lastOrder the last place that is taken.
 */
export function planChanges<Change>(
  kind: Pick<RecordKind<Change>, "apply">,
  changes: readonly IdentifiedChange<Change>[],
  stored: (id: string) => OutboxRecord | undefined,
  lastOrder: number,
): Plan {
  const plan: Plan = { results: new Map(), changed: new Set(), added: [], removed: [] };
  const { results, changed, added, removed } = plan;
  let last = lastOrder;
  for (const { id, change, files = [] } of changes) {
    const before = results.has(id) ? results.get(id) : stored(id);
    const after = kind.apply(before, id, change, last + 1);
    results.set(id, after);
    if (after === before) continue;
    last = Math.max(last, after?.order ?? 0);
    changed.add(id);
    const had = before?.files ?? {};
    const has = after?.files ?? {};
    for (const file of files) if (file.id in has && !(file.id in had)) added.push([id, file]);
    for (const fileId of Object.keys(had)) if (!(fileId in has)) removed.push([id, fileId]);
  }
  return plan;
}
