import { applyChange, type RecordChange } from "../changes";
import type { OutboxRecord } from "../record";
import type { OutboxStore } from "./outboxStore";

/** A store that lives as long as the page. */
export interface MemoryStore extends OutboxStore {
  has(id: string): boolean;
  /** Takes over a record as another store had it. */
  adopt(record: OutboxRecord): void;
}

/** @param lastOrder the last place that is taken elsewhere. */
export function createMemoryStore(lastOrder: () => number = () => 0): MemoryStore {
  const records = new Map<string, OutboxRecord>();

  return {
    has: (id) => records.has(id),
    adopt: (record) => void records.set(record.id, record),
    async readAll() {
      return [...records.values()].sort((a, b) => a.order - b.order);
    },
    read: async (id) => records.get(id),
    async change(id: string, change: RecordChange) {
      const nextOrder = 1 + lastOrderOf(records.values(), lastOrder());
      const after = applyChange(records.get(id), id, change, nextOrder);
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
