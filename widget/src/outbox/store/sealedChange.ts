// Only where something is sealed: a script of its own, but for workers.
import type { IDBPDatabase } from "idb";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { fileDifference } from "./fileDifference";
import {
  type BasicChange,
  checkRoomForFiles,
  MOST_RECORDS,
  OutboxFullError,
  type RecordKind,
} from "./outboxStore";
import { isSealed, type OutboxSchema, type Row, type Sealed } from "./sealedRow";
import { seal, sealFile, unseal } from "./sealing";

export { unsealFile } from "./sealing";

/**
 * Changes a record that is sealed. No transaction waits for a cipher, so what was read is compared when the change is
 * written: where somebody else has changed it meanwhile, it is done again.
 */
export async function changeSealed<Change>(
  kind: RecordKind<Change | BasicChange>,
  database: IDBPDatabase<OutboxSchema>,
  id: string,
  change: Change | BasicChange,
  given: readonly KeptFile[],
): Promise<OutboxRecord | undefined> {
  for (;;) {
    const seen = await look(kind, database, id);
    const before = seen.row && (await readRow(seen.row));
    const after = kind.apply(before, id, change, 1 + seen.lastOrder);
    if (after === before) return after;
    const { added, removed } = fileDifference(before, after, given);
    if (added.length > 0) checkRoomForFiles(await readRows(await database.getAll(kind.table)), added);
    const next: Next = { row: after && (await seal(after)), files: [], removed };
    for (const file of added) next.files.push([file.id, await sealFile(id, file)]);
    if (await replace(kind, database, id, seen, next)) return after;
  }
}

/** Reads records as they are stored, without those that nobody can read any more. */
export async function readRows(rows: readonly Row[]): Promise<OutboxRecord[]> {
  const records = await Promise.all(rows.map(readRow));
  return records.filter((record) => record !== undefined);
}

async function readRow(row: Row): Promise<OutboxRecord | undefined> {
  return isSealed(row) ? unseal(row) : row;
}

/** What is stored in place of what was seen. */
interface Next {
  row: Row | undefined;
  /** By their ids. */
  files: [string, Sealed][];
  removed: string[];
}

type Table = Pick<RecordKind<unknown>, "table">;

interface Seen {
  row: Row | undefined;
  lastOrder: number;
}

async function look({ table }: Table, database: IDBPDatabase<OutboxSchema>, id: string): Promise<Seen> {
  const { store } = database.transaction(table);
  const row = await store.get(id);
  if (!row && (await store.count()) >= MOST_RECORDS) {
    throw new OutboxFullError("Too much waits on this device.");
  }
  const last = await store.index("order").openKeyCursor(null, "prev");
  return { row, lastOrder: last?.key ?? 0 };
}

/** Stores the next state of a record; returns whether nobody else has changed the queue since it was looked at. */
async function replace(
  { table }: Table,
  database: IDBPDatabase<OutboxSchema>,
  id: string,
  seen: Seen,
  next: Next,
): Promise<boolean> {
  const transaction = database.transaction([table, "files"], "readwrite");
  const store = transaction.objectStore(table);
  const files = transaction.objectStore("files");
  const row = await store.get(id);
  const last = await store.index("order").openKeyCursor(null, "prev");
  const isSame = marksOf(row) === marksOf(seen.row) && (last?.key ?? 0) === seen.lastOrder;
  if (isSame) {
    for (const [fileId, file] of next.files) await files.put(file, [id, fileId]);
    for (const fileId of next.removed) await files.delete([id, fileId]);
    if (next.row) await store.put(next.row);
    else await store.delete(id);
  }
  await transaction.done;
  return isSame;
}

/** Returns what differs between any two states of a record: sealing draws a new vector each time. */
function marksOf(row: Row | undefined): string {
  if (!row) return "";
  return isSealed(row) ? row.iv.join() : JSON.stringify(row);
}
