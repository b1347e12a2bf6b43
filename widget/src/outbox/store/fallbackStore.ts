import type { RecordChange } from "../records/changes";
import { isDone, type KeptFile, type OutboxRecord } from "../records/record";
import {
  changeEach,
  type IdentifiedChange,
  type OutboxStore,
  type Plan,
  planChanges,
  type RecordKind,
} from "./outboxStore";

export interface FallbackStore<Change = RecordChange> extends OutboxStore<Change> {
  /** Returns a record as it was seen last. */
  known(id: string): OutboxRecord | undefined;
  /** Returns whether a record as it is now is lost with the page: the first store does not take it. */
  isUnstored(id: string): boolean;
}

/** Opens a store, which calls `onLost` when what was in it may not be there, or when it can be used only from now on. */
export type OpenStore<Change = RecordChange> = (onLost: () => void) => OutboxStore<Change>;

export interface FallbackEvents {
  /** Called with each failure of the first store. */
  onFailure(error: unknown): void;
  /** Called with the id of each record that was lost, or in memory alone, and is kept again. */
  onRestored(id: string): void;
}

/**
 * Keeps in memory what the first store does not take: it may be denied, full or broken. What is in memory stays there until the
 * server has it. An older state of the same record that the first store still has does no harm: it is sent under the same key.
 *
 * What the browser throws away while the page is open, the page writes down again.
 */
export function createFallbackStore<Change>(
  kind: RecordKind<Change>,
  openFirst: OpenStore<Change>,
  { onFailure, onRestored }: FallbackEvents,
): FallbackStore<Change> {
  const first = openFirst(() => {
    // What is not restored stays in memory.
    restoring = restore(memory, first, unstored, change, onRestored).catch(onFailure);
  });
  let restoring: Promise<void> | undefined;
  /** What was seen last, here and in the first store. */
  const memory = createMemoryStore(kind);
  /** The ids of what is here alone. */
  const unstored = new Set<string>();

  async function change(changes: readonly IdentifiedChange<Change>[]): Promise<Plan["results"]> {
    const others = changes.filter(({ id }) => !unstored.has(id));
    const results = await changeHere(changes.filter((each) => !others.includes(each)));
    if (others.length === 0) return results;
    for (const { files } of others) memory.noteFiles(files);
    try {
      for (const [id, after] of await first.change(others)) {
        memory.note(id, after);
        results.set(id, after);
      }
      return results;
    } catch (error) {
      onFailure(error);
      for (const { id } of others) unstored.add(id);
      return new Map([...results, ...(await changeHere(others))]);
    }
  }
  async function changeHere(changes: readonly IdentifiedChange<Change>[]): Promise<Plan["results"]> {
    const results = await memory.change(changes);
    for (const [id, record] of results) if (!record) unstored.delete(id);
    const over = [...results].flatMap(([id, record]) => (isDone(record) ? { id } : []));
    // The first store may have an older state of these, which is over as well. A removal needs no room.
    if (over.length > 0) await first.change(changeEach<Change>(over, { type: "remove" })).catch(() => {});
    return results;
  }
  return {
    known: memory.get,
    isUnstored: (id) => unstored.has(id),
    async readAll() {
      await restoring;
      try {
        const stored = new Map((await first.readAll()).map((record) => [record.id, record]));
        for (const id of [...stored.keys(), ...memory.inOrder().map((record) => record.id)]) {
          if (!unstored.has(id)) memory.note(id, stored.get(id));
        }
      } catch (error) {
        onFailure(error);
      }
      return memory.inOrder();
    },
    async read(id) {
      await restoring;
      try {
        if (!unstored.has(id)) memory.note(id, await first.read(id));
      } catch (error) {
        onFailure(error);
      }
      return memory.get(id);
    },
    async file(id, fileId) {
      await restoring;
      return (await memory.file(id, fileId)) ?? first.file(id, fileId);
    },
    async change(changes) {
      await restoring;
      return change(changes);
    },
  };
}

/**
 * Writes down again what was seen. Other tabs may do the same: who comes later changes nothing.
 *
 * @param unstored the ids of what is in memory alone; those that the first store takes are removed.
 */
async function restore<Change>(
  memory: MemoryStore<Change>,
  first: Pick<OutboxStore<Change>, "read">,
  unstored: Set<string>,
  change: (changes: readonly IdentifiedChange<Change>[]) => Promise<unknown>,
  onRestored: (id: string) => void,
): Promise<void> {
  const lost = memory.inOrder();
  for (const record of lost) {
    // What the first store has an older state of stays in memory.
    const isFree = unstored.has(record.id) && !(await first.read(record.id).catch(() => record));
    if (isFree) unstored.delete(record.id);
    await change([await adoption(record, memory)]);
  }
  for (const { id } of lost) onRestored(id);
}

/** Returns the change that writes down what was seen of a record, with its files. */
async function adoption(
  { id, order: _, ...record }: OutboxRecord,
  seen: Pick<OutboxStore, "file">,
): Promise<IdentifiedChange<never>> {
  const files = await Promise.all(Object.keys(record.files ?? {}).map((fileId) => seen.file(id, fileId)));
  const given = files.filter((file) => file !== undefined);
  return { id, change: { type: "adopt", record }, files: given };
}

/** A store that lives as long as the page. It may also have what the page has seen last of another store. */
export interface MemoryStore<Change = RecordChange> extends OutboxStore<Change> {
  get(id: string): OutboxRecord | undefined;
  inOrder(): OutboxRecord[];
  /** Notes what another store has of a record. */
  note(id: string, record: OutboxRecord | undefined): void;
  /** Keeps files until no record names them any more. */
  noteFiles(given?: readonly KeptFile[]): void;
}

export function createMemoryStore<Change>(kind: RecordKind<Change>): MemoryStore<Change> {
  const records = new Map<string, OutboxRecord>();
  const files = new Map<string, KeptFile>();

  const get = (id: string) => records.get(id);
  const inOrder = () => [...records.values()].sort((a, b) => a.order - b.order);

  function note(id: string, record: OutboxRecord | undefined) {
    for (const fileId in get(id)?.files) if (!record?.files?.[fileId]) files.delete(fileId);
    if (record) records.set(id, record);
    else records.delete(id);
  }
  function noteFiles(given: readonly KeptFile[] = []) {
    for (const file of given) files.set(file.id, file);
  }
  return {
    get,
    inOrder,
    note,
    noteFiles,
    readAll: async () => inOrder(),
    read: async (id) => get(id),
    file: async (_, fileId) => files.get(fileId),
    async change(changes) {
      for (const change of changes) noteFiles(change.files);
      const { results } = planChanges(kind, changes, get, inOrder().at(-1)?.order ?? 0);
      for (const [id, after] of results) note(id, after);
      return results;
    },
  };
}

/** Returns what reports that the browser does not store something: once, for a full storage fails with every change. */
export function reportOnce(what: string): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (!isReported) console.info(`The browser does not store ${what}:`, error);
    isReported = true;
  };
}
