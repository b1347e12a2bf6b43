import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { lastOrderOf } from "./memoryStore";

/** What a page has seen last of the records, for the case that their store fails or loses them. */
export interface SeenRecords {
  get(id: string): OutboxRecord | undefined;
  /** Returns the files of a record that this page has been given. */
  filesOf(id: string): readonly KeptFile[];
  inOrder(): OutboxRecord[];
  lastOrder(): number;
  note(id: string, record: OutboxRecord | undefined): void;
  noteFiles(id: string, files: readonly KeptFile[]): void;
  /** Notes all that there is. */
  noteAll(records: readonly OutboxRecord[]): void;
}

export function createSeenRecords(): SeenRecords {
  const seen = new Map<string, OutboxRecord>();
  const seenFiles = new Map<string, readonly KeptFile[]>();

  function note(id: string, record: OutboxRecord | undefined) {
    if (record) seen.set(id, record);
    else seen.delete(id);
    if (!record?.files) seenFiles.delete(id);
  }
  return {
    get: (id) => seen.get(id),
    filesOf: (id) => seenFiles.get(id) ?? [],
    inOrder: () => [...seen.values()].sort((a, b) => a.order - b.order),
    lastOrder: () => lastOrderOf(seen.values()),
    note,
    noteFiles(id, files) {
      if (files.length > 0) seenFiles.set(id, files);
    },
    noteAll(records) {
      seen.clear();
      for (const record of records) note(record.id, record);
    },
  };
}
