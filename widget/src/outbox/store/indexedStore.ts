import { type IDBPDatabase, openDB } from "idb";
import { loadChunk } from "../../errors/loadChunk";
import { isStorageErased } from "../../storage/erasure";
import { OUTBOX } from "../names";
import type { OutboxRecord } from "../record";
import { readRowsToChange, storeChanges } from "./changedRows";
import type { IdentifiedChange, OutboxStore, RecordKind } from "./outboxStore";
import { type Plan, planChanges } from "./planChanges";
import { checkRoomForFiles } from "./room";
import { isSealed, isSealing, type OutboxSchema, type OutboxTransaction, type Row } from "./sealedRow";
import { transact } from "./transact";

const VERSION = 1;

export const loadSealing = () => loadChunk("sealing", () => import("./sealedChange"));

/** How long the browser may take to open the database (docs/constants.md#delays). */
const OPENING_MS = 5_000;

/**
 * Opens the store in IndexedDB, on the first use and again after the browser has closed it, as it does when it needs the room.
 * Its calls reject where storage is denied, full or broken, or where the browser does not answer.
 *
 * @param onLost called when what was stored may not be there: the browser has thrown it away, or opens its database only now.
 */
export function createIndexedStore<Change extends { type: string }>(
  kind: RecordKind<Change>,
  onLost = () => {},
): OutboxStore<Change> {
  const { table } = kind;
  let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

  async function open(): Promise<IDBPDatabase<OutboxSchema>> {
    if (isStorageErased()) throw new Error("The visitor wants nothing to be stored.");
    opening ??= startOpening();
    return await opening;
  }
  function startOpening() {
    const database = openDB<OutboxSchema>(OUTBOX, VERSION, {
      upgrade(database) {
        for (const name of ["records", "messages"] as const) {
          database.createObjectStore(name, { keyPath: "id" }).createIndex("order", "order");
        }
        database.createObjectStore("files");
      },
      // A newer version of the page has to wait for nobody.
      blocking: forget,
      terminated() {
        forget();
        onLost();
      },
    });
    const opened = withinTime(database);
    // One that comes late, because a page with an older version has kept it, is used from then on.
    opened.catch(() => {
      database.then(() => {
        opening = database;
        onLost();
      }, forget);
    });
    return opened;
  }
  function forget() {
    opening?.then((database) => database.close()).catch(() => {});
    opening = undefined;
  }

  return {
    async readAll() {
      const rows = await transact(await open(), [table], "readonly", (transaction) =>
        transaction.objectStore(table).index("order").getAll(),
      );
      return toRecords(rows);
    },
    async read(id) {
      const row = await transact(await open(), [table], "readonly", (transaction) =>
        transaction.objectStore(table).get(id),
      );
      return row && (await toRecords([row]))[0];
    },
    async file(id, fileId) {
      const row = await transact(await open(), ["files"], "readonly", (transaction) =>
        transaction.objectStore("files").get([id, fileId]),
      );
      return row && isSealed(row) ? (await loadSealing()).unsealFile(id, row) : row;
    },
    async change(changes) {
      const database = await open();
      const changed = isSealing() ? undefined : await changePlain(kind, database, changes);
      return changed ?? (await loadSealing()).changeSealed(kind, database, changes);
    },
  };
}

async function toRecords(rows: Row[]): Promise<OutboxRecord[]> {
  return rows.some(isSealed) ? (await loadSealing()).readRows(rows) : (rows as OutboxRecord[]);
}

/** Changes records as they are; `undefined` where one is sealed. What a kiosk has sealed stays sealed, whoever sends it. */
function changePlain<Change extends { type: string }>(
  kind: RecordKind<Change>,
  database: IDBPDatabase<OutboxSchema>,
  changes: readonly IdentifiedChange<Change>[],
): Promise<Plan["results"] | undefined> {
  return transact(database, [kind.table, "files"], "readwrite", (transaction) =>
    changeIn(kind, transaction, changes),
  );
}

async function changeIn<Change extends { type: string }>(
  kind: RecordKind<Change>,
  transaction: OutboxTransaction,
  changes: readonly IdentifiedChange<Change>[],
): Promise<Plan["results"] | undefined> {
  const records = transaction.objectStore(kind.table);
  const { rows, lastOrder } = await readRowsToChange(records, changes);
  if ([...rows.values()].some(isSealed)) return undefined;
  const stored = rows as Map<string, OutboxRecord>;
  const plan = planChanges(kind, changes, (id) => stored.get(id), lastOrder);
  const { results, added } = plan;
  if (added.length > 0) checkRoomForFiles((await records.getAll()) as OutboxRecord[], added);
  const files = added.map(([id, file]) => [id, file.id, file] as const);
  await storeChanges(kind, transaction, plan, results, files);
  return results;
}

/** Some versions of Safari never open a database, and do not say so. */
function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error("The browser does not open its database."));
    const timer = setTimeout(tooLate, OPENING_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
