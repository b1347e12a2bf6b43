import type { RecordChange } from "../changes";
import type { OutboxRecord } from "../record";
import { createMemoryStore, lastOrderOf } from "./memoryStore";
import type { OutboxStore } from "./outboxStore";

/** Opens a store, which calls `onLost` when the browser has thrown away what was in it. */
export type OpenStore = (onLost: () => void) => OutboxStore;

export interface FallbackEvents {
  /** Called with each failure of the first store. */
  onFailure(error: unknown): void;
  /** Called with the id of each record that was lost and is kept again. */
  onRestored(id: string): void;
}

/**
 * Keeps in memory what the first store does not take: it may be denied, full or broken. What is in memory stays there until the
 * server has it. An older state of the same record that the first store still has does no harm: it is sent under the same key.
 *
 * What the browser throws away while the page is open, the page writes down again.
 */
export function createFallbackStore(
  openFirst: OpenStore,
  { onFailure, onRestored }: FallbackEvents,
): OutboxStore {
  const first = openFirst(() => {
    restoring = restore();
  });
  let restoring: Promise<void> | undefined;
  /** What was read last, for the case that the first store fails now. */
  const known = new Map<string, OutboxRecord>();
  const memory = createMemoryStore(() => lastOrderOf(known.values()));

  /** Records that are done with, and of which the first store still has an earlier state. */
  const gone = new Set<string>();

  function note(id: string, record: OutboxRecord | undefined) {
    if (record) known.set(id, record);
    else known.delete(id);
  }

  async function change(id: string, what: RecordChange): Promise<OutboxRecord | undefined> {
    if (memory.has(id) || gone.has(id)) {
      const changed = await memory.change(id, what);
      if (!changed) await removeEarlier(id);
      return changed;
    }
    try {
      const after = await first.change(id, what);
      note(id, after);
      return after;
    } catch (error) {
      onFailure(error);
      const record = known.get(id);
      if (record) memory.adopt(record);
      return memory.change(id, what);
    }
  }
  /** A store that is full can still remove. */
  async function removeEarlier(id: string) {
    gone.add(id);
    known.delete(id);
    try {
      await first.change(id, { type: "remove" });
      gone.delete(id);
    } catch (error) {
      onFailure(error);
    }
  }
  /** Other tabs may do the same: who comes later changes nothing. */
  async function restore() {
    const lost = [...known.values()].sort((a, b) => a.order - b.order);
    for (const { id, order: _, ...record } of lost) await change(id, { type: "adopt", record });
    restoring = undefined;
    for (const { id } of lost) onRestored(id);
  }

  return {
    async readAll() {
      await restoring;
      const inMemory = await memory.readAll();
      let stored: OutboxRecord[] = [];
      try {
        stored = await first.readAll();
        known.clear();
        for (const record of stored) note(record.id, record);
      } catch (error) {
        onFailure(error);
        stored = [...known.values()];
      }
      const others = stored.filter(({ id }) => !memory.has(id) && !gone.has(id));
      return [...others, ...inMemory].sort((a, b) => a.order - b.order);
    },
    async read(id) {
      await restoring;
      if (memory.has(id) || gone.has(id)) return memory.read(id);
      try {
        return await first.read(id);
      } catch (error) {
        onFailure(error);
        return known.get(id);
      }
    },
    async change(id, what) {
      await restoring;
      return change(id, what);
    },
  };
}
