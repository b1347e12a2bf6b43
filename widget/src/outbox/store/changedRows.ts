import type { IDBPObjectStore } from "idb";
import type { KeptFile } from "../keptFile";
import type { RecordKind } from "./outboxStore";
import type { Plan } from "./planChanges";
import { MOST_RECORDS, outboxFull } from "./room";
import type { OutboxSchema, OutboxTransaction, Row, Sealed } from "./sealedRow";

type Records = IDBPObjectStore<
  OutboxSchema,
  ("records" | "messages" | "files")[],
  "records" | "messages",
  IDBTransactionMode
>;

/** What is known of changes before they are applied. */
type Announced = readonly { id: string; change: { type: string } }[];

/** What some changes are about, as it is stored. */
export interface RowsToChange {
  rows: Map<string, Row>;
  /** The last place in the queue; 0 where nothing gets a place. */
  lastOrder: number;
}

/** @throws when there is no room for a further record. */
export async function readRowsToChange(records: Records, changes: Announced): Promise<RowsToChange> {
  const found = await Promise.all(changes.map(({ id }) => records.get(id)));
  const rows = new Map(found.flatMap((row) => (row ? [[row.id, row]] : [])));
  const written = changes.filter(({ change: { type } }) => type === "write" || type === "adopt");
  // Nothing else gives a record a place.
  if (written.length === 0) return { rows, lastOrder: 0 };
  if (written.some(({ id }) => !rows.has(id)) && (await records.count()) >= MOST_RECORDS) {
    throw outboxFull();
  }
  const last = await records.index("order").openKeyCursor(null, "prev");
  return { rows, lastOrder: last?.key ?? 0 };
}

/** Stores what was planned. `rows` and `files`: that as it is stored. */
export async function storeChanges(
  { table }: Pick<RecordKind<never>, "table">,
  transaction: OutboxTransaction,
  { changed, removed }: Plan,
  rows: ReadonlyMap<string, Row | undefined>,
  files: readonly (readonly [recordId: string, fileId: string, file: KeptFile | Sealed])[],
): Promise<void> {
  const recordStore = transaction.objectStore(table);
  const fileStore = transaction.objectStore("files");
  const change = (id: string) => {
    const row = rows.get(id);
    return row ? recordStore.put(row) : recordStore.delete(id);
  };
  await Promise.all<unknown>([
    ...files.map(([recordId, fileId, file]) => fileStore.put(file, [recordId, fileId])),
    ...removed.map((key) => fileStore.delete(key)),
    ...[...changed].map(change),
  ]);
}
