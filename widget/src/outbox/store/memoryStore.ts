import type { RecordChange } from "../changes";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import type { OutboxStore, RecordKind } from "./outboxStore";
import { planChanges } from "./planChanges";

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
