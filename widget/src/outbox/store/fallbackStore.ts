import type { OutboxRecord } from "../record";
import { createMemoryStore, lastOrderOf } from "./memoryStore";
import type { OutboxStore } from "./outboxStore";

export interface FallbackStore extends OutboxStore {
  /** Returns a record as it was seen last. */
  known(id: string): OutboxRecord | undefined;
}

/**
 * Keeps in memory what the first store does not take: it may be denied, full or broken. What is in memory stays there until the
 * server has it. An older state of the same record that the first store still has does no harm: it is sent under the same key.
 *
 * @param onFailure called with each failure of the first store.
 */
export function createFallbackStore(first: OutboxStore, onFailure: (error: unknown) => void): FallbackStore {
  /** What was seen last, also for the case that the first store fails now. */
  const known = new Map<string, OutboxRecord>();
  const memory = createMemoryStore(() => lastOrderOf(known.values()));

  function note(id: string, record: OutboxRecord | undefined) {
    if (record) known.set(id, record);
    else known.delete(id);
  }

  return {
    known: (id) => known.get(id),
    async readAll() {
      const inMemory = await memory.readAll();
      let stored: OutboxRecord[] = [];
      try {
        stored = await first.readAll();
        for (const record of stored) note(record.id, record);
      } catch (error) {
        onFailure(error);
        stored = [...known.values()];
      }
      const others = stored.filter(({ id }) => !memory.has(id));
      return [...others, ...inMemory].sort((a, b) => a.order - b.order);
    },
    async read(id) {
      if (memory.has(id)) return memory.read(id);
      try {
        const record = await first.read(id);
        note(id, record);
        return record;
      } catch (error) {
        onFailure(error);
        return known.get(id);
      }
    },
    async file(id, fileId) {
      return (await memory.file(id, fileId)) ?? first.file(id, fileId);
    },
    async change(id, change, files) {
      if (memory.has(id)) return memory.change(id, change, files);
      try {
        const after = await first.change(id, change, files);
        note(id, after);
        return after;
      } catch (error) {
        onFailure(error);
        const record = known.get(id);
        if (record) memory.adopt(record);
        return memory.change(id, change, files);
      }
    },
  };
}
