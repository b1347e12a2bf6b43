import type { OutboxRecord } from "../record";
import type { OutboxStore } from "./outboxStore";

/** A store that remembers what was read and written last, for the case that it fails, or loses it. */
export interface RememberingStore extends OutboxStore {
  readonly known: ReadonlyMap<string, OutboxRecord>;
}

export function createRememberingStore(store: OutboxStore): RememberingStore {
  const known = new Map<string, OutboxRecord>();
  return {
    known,
    async readAll() {
      const stored = await store.readAll();
      known.clear();
      for (const record of stored) known.set(record.id, record);
      return stored;
    },
    read: (id) => store.read(id),
    async change(id, what) {
      const after = await store.change(id, what);
      if (after) known.set(id, after);
      else known.delete(id);
      return after;
    },
  };
}
