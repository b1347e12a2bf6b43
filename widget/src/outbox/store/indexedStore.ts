import { type IDBPDatabase, openDB } from "idb";
import { isStorageErased } from "../../storage/erasure";
import type { KeptFile } from "../keptFile";
import { OUTBOX_DATABASE } from "../names";
import type { OutboxRecord } from "../record";
import { fileDifference } from "./fileDifference";
import {
  type BasicChange,
  checkRoomForFiles,
  MOST_RECORDS,
  OutboxFullError,
  type OutboxStore,
  type RecordKind,
} from "./outboxStore";
import { isSealed, isSealing, type OutboxSchema, type OutboxTransaction, type Row } from "./sealedRow";

const VERSION = 3;

const loadSealing = () => import("./sealedChange");

/** How long the browser may take to open the database (docs/constants.md#delays). */
const OPENING_MS = 5_000;

/**
 * Opens the store in IndexedDB, on the first use and again after the browser has closed it, as it does when it needs the room.
 * Its calls reject where storage is denied, full or broken, or where the browser does not answer.
 *
 * @param onLost called when the browser has thrown away what was stored.
 */
export function createIndexedStore<Change extends { type: string }>(
  kind: RecordKind<Change | BasicChange>,
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
    const database = openDB<OutboxSchema>(OUTBOX_DATABASE, VERSION, {
      upgrade(database, from) {
        const createTable = (name: "records" | "messages") =>
          database.createObjectStore(name, { keyPath: "id" }).createIndex("order", "order");
        if (from < 1) createTable("records");
        if (from < 2) database.createObjectStore("files");
        createTable("messages");
      },
      // A newer version of the page has to wait for nobody.
      blocking: forget,
      terminated() {
        forget();
        onLost();
      },
    });
    // One that comes late is used from then on.
    database.then(() => {
      opening = database;
    }, forget);
    return withinTime(database);
  }
  function forget() {
    opening?.then((database) => database.close()).catch(() => {});
    opening = undefined;
  }

  return {
    async readAll() {
      return toRecords(await (await open()).getAllFromIndex(table, "order"));
    },
    async read(id) {
      const row = await (await open()).get(table, id);
      return row && (await toRecords([row]))[0];
    },
    async file(id, fileId) {
      const row = await (await open()).get("files", [id, fileId]);
      return row && isSealed(row) ? (await loadSealing()).unsealFile(id, row) : row;
    },
    async change(id, change, given = []) {
      const database = await open();
      const row = isSealing() ? undefined : await database.get(table, id);
      // What a kiosk has sealed stays sealed, whoever sends it.
      if (isSealing() || (row && isSealed(row))) {
        return (await loadSealing()).changeSealed(kind, database, id, change, given);
      }
      const transaction = database.transaction([table, "files"], "readwrite");
      try {
        const after = await changeIn(kind, transaction, id, change, given);
        await transaction.done;
        return after;
      } catch (error) {
        // All of it or nothing.
        transaction.done.catch(() => {});
        abort(transaction);
        throw error;
      }
    },
  };
}

async function toRecords(rows: Row[]): Promise<OutboxRecord[]> {
  return rows.some(isSealed) ? (await loadSealing()).readRows(rows) : (rows as OutboxRecord[]);
}

async function changeIn<Change extends { type: string }>(
  kind: RecordKind<Change | BasicChange>,
  transaction: OutboxTransaction,
  id: string,
  change: Change | BasicChange,
  given: readonly KeptFile[],
): Promise<OutboxRecord | undefined> {
  const store = transaction.objectStore(kind.table);
  const files = transaction.objectStore("files");
  const before = (await store.get(id)) as OutboxRecord | undefined;
  if (!before && (await store.count()) >= MOST_RECORDS) {
    throw new OutboxFullError("Too much waits on this device.");
  }
  // Nothing else gives a record another place.
  const isWritten = change.type === "write" || change.type === "adopt";
  const last = isWritten ? await store.index("order").openKeyCursor(null, "prev") : null;
  const after = kind.apply(before, id, change, 1 + (last?.key ?? 0));
  const { added, removed } = fileDifference(before, after, given);
  if (added.length > 0) checkRoomForFiles((await store.getAll()) as OutboxRecord[], added);
  for (const file of added) await files.put(file, [id, file.id]);
  for (const fileId of removed) await files.delete([id, fileId]);
  if (after && after !== before) await store.put(after);
  if (!after && before) await store.delete(id);
  return after;
}

function abort(transaction: OutboxTransaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
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
