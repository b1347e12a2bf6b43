import { type IDBPDatabase, openDB } from "idb";
import { isStorageErased } from "../../storage/erasure";
import { applyChange } from "../changes";
import { OUTBOX_DATABASE } from "../names";
import type { OutboxRecord } from "../record";
import { MOST_RECORDS, OutboxFullError, type OutboxStore } from "./outboxStore";
import { isSealed, isSealing, type OutboxSchema, type Row } from "./sealedRow";

const VERSION = 1;

const loadSealing = () => import("./sealedChange");

/** How long the browser may take to open the database (docs/constants.md#delays). */
const OPENING_MS = 5_000;

/**
 * Opens the store in IndexedDB, on the first use and again after the browser has closed it, as it does when it needs the room.
 * Its calls reject where storage is denied, full or broken, or where the browser does not answer.
 *
 * @param onLost called when the browser has thrown away what was stored.
 */
export function createIndexedStore(onLost = () => {}): OutboxStore {
  let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;

  async function open(): Promise<IDBPDatabase<OutboxSchema>> {
    if (isStorageErased()) throw new Error("The visitor wants nothing to be stored.");
    opening ??= startOpening();
    return await opening;
  }
  function startOpening() {
    const database = openDB<OutboxSchema>(OUTBOX_DATABASE, VERSION, {
      upgrade(database) {
        database.createObjectStore("records", { keyPath: "id" }).createIndex("order", "order");
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
      const rows = await (await open()).getAllFromIndex("records", "order");
      return toRecords(rows);
    },
    async read(id) {
      const row = await (await open()).get("records", id);
      return row && (await toRecords([row]))[0];
    },
    async change(id, change) {
      const database = await open();
      if (isSealing()) return (await loadSealing()).changeSealed(database, id, change);
      const transaction = database.transaction("records", "readwrite");
      const { store } = transaction;
      const before = await store.get(id);
      // What a kiosk has sealed stays sealed, whoever sends it.
      if (before && isSealed(before)) return (await loadSealing()).changeSealed(database, id, change);
      if (!before && (await store.count()) >= MOST_RECORDS) {
        throw new OutboxFullError("Too many feedbacks wait on this device.");
      }
      const last = await store.index("order").openKeyCursor(null, "prev");
      const after = applyChange(before, id, change, 1 + (last?.key ?? 0));
      if (after && after !== before) await store.put(after);
      if (!after && before) await store.delete(id);
      await transaction.done;
      return after;
    },
  };
}

async function toRecords(rows: Row[]): Promise<OutboxRecord[]> {
  return rows.some(isSealed) ? (await loadSealing()).readRows(rows) : (rows as OutboxRecord[]);
}

/** Some versions of Safari never open a database, and do not say so. */
function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error("The browser does not open its database."));
    const timer = setTimeout(tooLate, OPENING_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
