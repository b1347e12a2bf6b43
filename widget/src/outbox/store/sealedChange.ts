// Only where something is sealed: a script of its own, but for workers.
import type { IDBPDatabase } from "idb";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import { type RowsToChange, readRowsToChange, storeChanges } from "./changedRows";
import type { IdentifiedChange, RecordKind } from "./outboxStore";
import { type Plan, planChanges } from "./planChanges";
import { checkRoomForFiles } from "./room";
import { isSealed, isSealing, type OutboxSchema, type Row, type Sealed } from "./sealedRow";
import { seal, sealFile, unseal } from "./sealing";
import { transact } from "./transact";

export { unsealFile } from "./sealing";

/**
 * Changes records of which some are sealed. No transaction waits for a cipher, so what was read is compared when the changes
 * are written: where somebody else has changed it meanwhile, it is done again.
 */
export async function changeSealed<Change extends { type: string }>(
  kind: RecordKind<Change>,
  database: IDBPDatabase<OutboxSchema>,
  changes: readonly IdentifiedChange<Change>[],
): Promise<Plan["results"]> {
  const { table } = kind;
  const stores: ("records" | "messages" | "files")[] = [table, "files"];
  for (;;) {
    const seen = await transact(database, stores, "readonly", (transaction) =>
      readRowsToChange(transaction.objectStore(table), changes),
    );
    const before = new Map(await readById([...seen.rows.values()]));
    const plan = planChanges(kind, changes, (id) => before.get(id), seen.lastOrder);
    const { results, changed, added } = plan;
    if (added.length > 0) {
      const all = await transact(database, stores, "readonly", (transaction) =>
        transaction.objectStore(table).getAll(),
      );
      checkRoomForFiles(await readRows(all), added);
    }
    const isToSeal = (id: string) => isSealing() || isSealed(seen.rows.get(id) ?? {});
    const rows = new Map<string, Row>();
    for (const id of changed) {
      const after = results.get(id);
      if (after) rows.set(id, isToSeal(id) ? await seal(after) : after);
    }
    const files: [string, string, KeptFile | Sealed][] = [];
    for (const [id, file] of added) files.push([id, file.id, isToSeal(id) ? await sealFile(id, file) : file]);

    const isStored = await transact(database, stores, "readwrite", async (transaction) => {
      const now = await readRowsToChange(transaction.objectStore(table), changes);
      const isSame = marksOf(now) === marksOf(seen);
      if (isSame) await storeChanges(kind, transaction, plan, rows, files);
      return isSame;
    });
    if (isStored) return results;
  }
}

/** Reads records as they are stored, without those that nobody can read any more. */
export async function readRows(rows: readonly Row[]): Promise<OutboxRecord[]> {
  return (await readById(rows)).map(([, record]) => record);
}

async function readById(rows: readonly Row[]): Promise<[string, OutboxRecord][]> {
  const read = async (row: Row) => [row.id, isSealed(row) ? await unseal(row) : row] as const;
  const records = await Promise.all(rows.map(read));
  return records.flatMap(([id, record]): [string, OutboxRecord][] => (record ? [[id, record]] : []));
}

/** Returns what differs between any two states of what is stored: sealing draws a new vector each time. */
function marksOf({ rows, lastOrder }: RowsToChange): string {
  const marks = [...rows.values()].map((row) => (isSealed(row) ? row.iv.join() : row));
  return JSON.stringify([lastOrder, marks]);
}
