import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { createMemoryStore } from "./memoryStore";
import type { BasicChange, OutboxStore, RecordKind } from "./outboxStore";
import { createSeenRecords } from "./seenRecords";

export interface FallbackStore<Change = RecordChange> extends OutboxStore<Change> {
  /** Returns a record as it was seen last. */
  known(id: string): OutboxRecord | undefined;
}

/** Opens a store, which calls `onLost` when the browser has thrown away what was in it. */
export type OpenStore<Change = RecordChange> = (onLost: () => void) => OutboxStore<Change>;

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
export function createFallbackStore<Change>(
  kind: RecordKind<Change | BasicChange>,
  openFirst: OpenStore<Change>,
  { onFailure, onRestored }: FallbackEvents,
): FallbackStore<Change> {
  const first = openFirst(() => {
    restoring = restore();
  });
  let restoring: Promise<void> | undefined;
  const seen = createSeenRecords();
  const memory = createMemoryStore<Change>(kind, seen.lastOrder);

  async function change(
    id: string,
    what: Change | BasicChange,
    files: readonly KeptFile[] = [],
  ): Promise<OutboxRecord | undefined> {
    seen.noteFiles(id, files);
    if (memory.has(id)) {
      const after = await memory.change(id, what, files);
      // The first store may have an older state of it, which is over as well. A removal needs no room.
      if (!after) await first.change(id, { type: "remove" }).catch(() => {});
      return after;
    }
    try {
      const after = await first.change(id, what, files);
      seen.note(id, after);
      return after;
    } catch (error) {
      onFailure(error);
      const record = seen.get(id);
      if (record) memory.adopt(record);
      return memory.change(id, what, seen.filesOf(id));
    }
  }
  /** Other tabs may do the same: who comes later changes nothing. */
  async function restore() {
    const lost = seen.inOrder();
    for (const { id, order: _, ...record } of lost) {
      await change(id, { type: "adopt", record }, seen.filesOf(id));
    }
    restoring = undefined;
    for (const { id } of lost) onRestored(id);
  }

  return {
    known: seen.get,
    async readAll() {
      await restoring;
      const inMemory = await memory.readAll();
      try {
        seen.noteAll(await first.readAll());
      } catch (error) {
        onFailure(error);
      }
      const others = seen.inOrder().filter(({ id }) => !memory.has(id));
      return [...others, ...inMemory].sort((a, b) => a.order - b.order);
    },
    async read(id) {
      await restoring;
      if (memory.has(id)) return memory.read(id);
      try {
        const record = await first.read(id);
        seen.note(id, record);
        return record;
      } catch (error) {
        onFailure(error);
        return seen.get(id);
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
