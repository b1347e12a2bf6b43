import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from "idb";
import { isStorageErased } from "../../storage/erasure";
import { OUTBOX } from "../../storage/names";
import type { KeptFile, OutboxRecord } from "../records/record";
import {
  type IdentifiedChange,
  type OutboxStore,
  type Plan,
  planChanges,
  type RecordKind,
} from "./outboxStore";

/** The outbox's database. */
interface OutboxSchema extends DBSchema {
  records: { key: string; value: OutboxRecord; indexes: { order: number } };
  messages: { key: string; value: OutboxRecord; indexes: { order: number } };
  /** Under the ids of record and file. */
  files: { key: [string, string]; value: KeptFile };
}

type Table = "records" | "messages" | "files";

const VERSION = 1;

/** How long the browser may take to open the database (docs/constants.md#delays). */
const OPENING_MS = 5_000;

/** The most records that are kept (docs/constants.md#limits). */
const MOST_RECORDS = 2_000;

/** The most files that are kept, and their most bytes. */
const MOST_FILES = 1_000;
const MOST_FILE_BYTES = 500 * 1024 * 1024;

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
      return transact(await open(), [table], "readonly", (transaction) =>
        transaction.objectStore(table).index("order").getAll(),
      );
    },
    async read(id) {
      return transact(await open(), [table], "readonly", (transaction) =>
        transaction.objectStore(table).get(id),
      );
    },
    async file(id, fileId) {
      return transact(await open(), ["files"], "readonly", (transaction) =>
        transaction.objectStore("files").get([id, fileId]),
      );
    },
    async change(changes) {
      return transact(await open(), [table, "files"], "readwrite", (transaction) =>
        changeIn(kind, transaction, changes),
      );
    },
  };
}

/** @throws when there is no room for a further record or file. */
async function changeIn<Change extends { type: string }>(
  kind: RecordKind<Change>,
  transaction: IDBPTransaction<OutboxSchema, Table[], "readwrite">,
  changes: readonly IdentifiedChange<Change>[],
): Promise<Plan["results"]> {
  const records = transaction.objectStore(kind.table);
  const found = await Promise.all(changes.map(({ id }) => records.get(id)));
  const stored = new Map(found.flatMap((record) => (record ? [[record.id, record]] : [])));
  const lastOrder = await findLastOrder(records, changes, stored);
  const plan = planChanges(kind, changes, (id) => stored.get(id), lastOrder);
  const { results, changed, added, removed } = plan;
  if (added.length > 0) checkRoomForFiles(await records.getAll(), added);
  const files = transaction.objectStore("files");
  const store = (id: string) => {
    const record = results.get(id);
    return record ? records.put(record) : records.delete(id);
  };
  await Promise.all<unknown>([
    ...added.map(([recordId, file]) => files.put(file, [recordId, file.id])),
    ...removed.map((key) => files.delete(key)),
    ...[...changed].map(store),
  ]);
  return results;
}

/**
 * Returns the last place in the queue; 0 where nothing gets a place.
 *
 * @throws when there is no room for a further record.
 */
async function findLastOrder(
  records: IDBPObjectStore<OutboxSchema, Table[], "records" | "messages", "readwrite">,
  changes: readonly { id: string; change: { type: string } }[],
  stored: ReadonlyMap<string, OutboxRecord>,
): Promise<number> {
  const written = changes.filter(({ change: { type } }) => type === "write" || type === "adopt");
  // Nothing else gives a record a place.
  if (written.length === 0) return 0;
  if (written.some(({ id }) => !stored.has(id)) && (await records.count()) >= MOST_RECORDS) {
    throw outboxFull();
  }
  const last = await records.index("order").openKeyCursor(null, "prev");
  return last?.key ?? 0;
}

/** @throws when there is no room for further files. */
function checkRoomForFiles(records: readonly OutboxRecord[], added: Plan["added"]): void {
  const entries = records.flatMap(({ files = {} }) => Object.values(files));
  const sizes = [...entries.map(({ size }) => size), ...added.map(([, { file }]) => file.size)];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length > MOST_FILES || bytes > MOST_FILE_BYTES) {
    throw outboxFull();
  }
}

const outboxFull = () => new Error("Too much waits on this device.");

/**
 * Does something in one transaction, of which either all is stored or nothing, and which has ended afterwards. The only way to
 * the database's contents: a transaction that the browser ends fails twice, by itself and in what it was asked, of which
 * callers hear once.
 *
 * @throws what `work` throws, and why the browser has not stored it.
 */
async function transact<Mode extends IDBTransactionMode, Result>(
  database: IDBPDatabase<OutboxSchema>,
  tables: Table[],
  mode: Mode,
  work: (transaction: IDBPTransaction<OutboxSchema, Table[], Mode>) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(tables, mode);
  transaction.done.catch(() => {});
  try {
    const result = await work(transaction);
    await transaction.done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended by itself.
    }
    throw error;
  }
}

/** Some versions of Safari never open a database, and do not say so. */
function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error("The browser does not open its database."));
    const timer = setTimeout(tooLate, OPENING_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
