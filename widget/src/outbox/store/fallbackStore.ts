import type { RecordChange } from "../changes";
import type { OutboxRecord } from "../record";
import { createMemoryStore, lastOrderOf } from "./memoryStore";
import type { OutboxStore } from "./outboxStore";
import { createRememberingStore } from "./rememberingStore";

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
  const first = createRememberingStore(
    openFirst(() => {
      restoring = restore();
    }),
  );
  let restoring: Promise<void> | undefined;
  const { known } = first;
  const memory = createMemoryStore(() => lastOrderOf(known.values()));
  /** Records that are done with, and of which the first store still has an earlier state. */
  const gone = new Set<string>();

  async function tryFirst<Result>(act: () => Promise<Result>, otherwise: () => Result | Promise<Result>) {
    try {
      return await act();
    } catch (error) {
      onFailure(error);
      return otherwise();
    }
  }
  const isMemorys = (id: string) => memory.has(id) || gone.has(id);

  async function change(id: string, what: RecordChange): Promise<OutboxRecord | undefined> {
    if (isMemorys(id)) {
      const after = await memory.change(id, what);
      if (!after) await removeEarlier(id);
      return after;
    }
    const inMemory = () => {
      const record = known.get(id);
      if (record) memory.adopt(record);
      return memory.change(id, what);
    };
    return tryFirst(() => first.change(id, what), inMemory);
  }
  /** A store that is full can still remove. */
  async function removeEarlier(id: string) {
    gone.add(id);
    const remove = async () => {
      await first.change(id, { type: "remove" });
      gone.delete(id);
    };
    await tryFirst(remove, () => {});
  }
  /** Other tabs may do the same: who comes later changes nothing. */
  async function restore() {
    const lost = inOrder([...known.values()].filter(({ id }) => !gone.has(id)));
    for (const { id, order: _, ...record } of lost) await change(id, { type: "adopt", record });
    restoring = undefined;
    for (const { id } of lost) onRestored(id);
  }

  return {
    async readAll() {
      await restoring;
      const stored = await tryFirst(first.readAll, () => [...known.values()]);
      const inMemory = await memory.readAll();
      return inOrder([...stored.filter(({ id }) => !isMemorys(id)), ...inMemory]);
    },
    async read(id) {
      await restoring;
      if (isMemorys(id)) return memory.read(id);
      return tryFirst(
        () => first.read(id),
        () => known.get(id),
      );
    },
    async change(id, what) {
      await restoring;
      return change(id, what);
    },
  };
}

function inOrder(records: OutboxRecord[]): OutboxRecord[] {
  return records.sort((a, b) => a.order - b.order);
}
