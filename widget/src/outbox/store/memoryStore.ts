import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { fileDifference } from "./fileDifference";
import type { BasicChange, OutboxStore, RecordKind } from "./outboxStore";

/** A store that lives as long as the page. */
export interface MemoryStore<Change = RecordChange> extends OutboxStore<Change> {
  has(id: string): boolean;
  /** Takes over a record as another store had it. */
  adopt(record: OutboxRecord): void;
}

/** @param lastOrder the last place that is taken elsewhere. */
export function createMemoryStore<Change>(
  kind: RecordKind<Change | BasicChange>,
  lastOrder: () => number = () => 0,
): MemoryStore<Change> {
  const records = new Map<string, OutboxRecord>();
  const files = new Map<string, KeptFile>();

  return {
    has: (id) => records.has(id),
    adopt: (record) => void records.set(record.id, record),
    async readAll() {
      return [...records.values()].sort((a, b) => a.order - b.order);
    },
    read: async (id) => records.get(id),
    file: async (_, fileId) => files.get(fileId),
    async change(id, change, given = []) {
      const nextOrder = 1 + lastOrderOf(records.values(), lastOrder());
      const before = records.get(id);
      const after = kind.apply(before, id, change, nextOrder);
      // Also those of a record that was taken over without them.
      for (const file of given) if (after?.files?.[file.id]) files.set(file.id, file);
      for (const fileId of fileDifference(before, after, given).removed) files.delete(fileId);
      if (after) records.set(id, after);
      else records.delete(id);
      return after;
    },
  };
}

/** Returns the last place of some records, or `atLeast`. */
export function lastOrderOf(records: Iterable<OutboxRecord>, atLeast = 0): number {
  let last = atLeast;
  for (const { order } of records) last = Math.max(last, order);
  return last;
}
