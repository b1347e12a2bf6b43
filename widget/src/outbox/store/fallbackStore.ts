import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { createMemoryStore, lastOrderOf } from "./memoryStore";
import type { OutboxStore } from "./outboxStore";

export interface FallbackStore extends OutboxStore {
  /** Returns a record as it was seen last. */
  known(id: string): OutboxRecord | undefined;
}

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
): FallbackStore {
  const first = openFirst(() => {
    restoring = restore();
  });
  let restoring: Promise<void> | undefined;
  /** What was seen last, also for the case that the first store fails now. */
  const known = new Map<string, OutboxRecord>();
  /** The files of these that this page has been given: a record is restored with them. */
  const knownFiles = new Map<string, readonly KeptFile[]>();
  const memory = createMemoryStore(() => lastOrderOf(known.values()));

  function note(id: string, record: OutboxRecord | undefined) {
    if (record) known.set(id, record);
    else known.delete(id);
    if (!record?.files) knownFiles.delete(id);
  }

  async function change(
    id: string,
    what: RecordChange,
    files: readonly KeptFile[] = [],
  ): Promise<OutboxRecord | undefined> {
    if (files.length > 0) knownFiles.set(id, files);
    if (memory.has(id)) {
      const after = await memory.change(id, what, files);
      // The first store may have an older state of it, which is over as well. A removal needs no room.
      if (!after) await first.change(id, { type: "remove" }).catch(() => {});
      return after;
    }
    try {
      const after = await first.change(id, what, files);
      note(id, after);
      return after;
    } catch (error) {
      onFailure(error);
      const record = known.get(id);
      if (record) memory.adopt(record);
      return memory.change(id, what, knownFiles.get(id));
    }
  }
  /** Other tabs may do the same: who comes later changes nothing. */
  async function restore() {
    const lost = [...known.values()].sort((a, b) => a.order - b.order);
    for (const { id, order: _, ...record } of lost) {
      await change(id, { type: "adopt", record }, knownFiles.get(id));
    }
    restoring = undefined;
    for (const { id } of lost) onRestored(id);
  }

  return {
    known: (id) => known.get(id),
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
      const others = stored.filter(({ id }) => !memory.has(id));
      return [...others, ...inMemory].sort((a, b) => a.order - b.order);
    },
    async read(id) {
      await restoring;
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
      await restoring;
      return (await memory.file(id, fileId)) ?? first.file(id, fileId);
    },
    async change(id, what, files) {
      await restoring;
      return change(id, what, files);
    },
  };
}
