import type { OutgoingMessage } from "./message";

/** Where the browser keeps what is not sent yet (docs/constants.md#storage-names). */
export const DATABASE = "pulsen-console-outbox";

const STORE = "messages";

/** Where unsent messages survive a reload. */
export interface MessageStore {
  /** Returns what is stored; `null` where that cannot be read. */
  all(): Promise<OutgoingMessage[] | null>;
  put(message: OutgoingMessage): Promise<void>;
  remove(key: string): Promise<void>;
  /** Returns whether a message is still to be sent: also where that cannot be read, because the server stores none twice. */
  has(key: string): Promise<boolean>;
}

/** The browser's database. Where it is denied or full, messages live as long as the page. */
export function browserStore(): MessageStore {
  const memory = new Map<string, OutgoingMessage>();
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    // The browser may close it, such as when somebody deletes what sites have stored.
    opened ??= openDatabase(() => {
      opened = undefined;
    });
    return opened;
  };
  const run = async <Result>(
    mode: IDBTransactionMode,
    request: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const transaction = (await database()).transaction(STORE, mode);
    const asked = request(transaction.objectStore(STORE));
    // The browser then stores what was written also where the tab ends at once.
    transaction.commit();
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return asked.result;
  };
  return {
    async all() {
      const stored = await run("readonly", (store) => store.getAll()).catch(() => null);
      return stored && [...(stored as OutgoingMessage[]), ...memory.values()];
    },
    async put(message) {
      try {
        await run("readwrite", (store) => store.put(message));
      } catch {
        memory.set(message.key, message);
      }
    },
    async remove(key) {
      memory.delete(key);
      await run("readwrite", (store) => store.delete(key)).catch(() => {});
    },
    async has(key) {
      if (memory.has(key)) return true;
      return (await run("readonly", (store) => store.count(key)).catch(() => 1)) > 0;
    },
  };
}

function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => {
      request.result.onclose = onClose;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}
