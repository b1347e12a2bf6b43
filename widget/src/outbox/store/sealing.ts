import { openDB } from "idb";
import type { OutboxRecord } from "../record";
import type { SealedRow } from "./sealedRow";

/** The database of the key (docs/constants.md#storage-names). */
const KEY_DATABASE = "pulsen-kiosk";
const KEY_STORE = "keys";
const KEY_NAME = "outbox";

const CIPHER = "AES-GCM";

let opening: Promise<CryptoKey> | undefined;

export async function seal(record: OutboxRecord): Promise<SealedRow> {
  const { id, order } = record;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = new TextEncoder().encode(JSON.stringify(record));
  return { id, order, iv, sealed: await crypto.subtle.encrypt(cipher(id, iv), await key(), content) };
}

/** Opens a sealed record; `undefined` for one whose key is gone: nobody can read it any more. */
export async function unseal({ id, iv, sealed }: SealedRow): Promise<OutboxRecord | undefined> {
  try {
    const content = await crypto.subtle.decrypt(cipher(id, iv), await key(), sealed);
    return JSON.parse(new TextDecoder().decode(content));
  } catch (error) {
    console.error("A sealed feedback cannot be opened:", error);
    return undefined;
  }
}

/** A record cannot be passed off as another one: the id belongs to what is sealed. */
function cipher(id: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: CIPHER, iv, additionalData: new TextEncoder().encode(id) };
}

function key(): Promise<CryptoKey> {
  opening ??= openKey().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Returns this browser's key. It never leaves the browser, and no script can read it. */
async function openKey(): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ["encrypt", "decrypt"]);
  const database = await openDB(KEY_DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore(KEY_STORE),
  });
  try {
    const transaction = database.transaction(KEY_STORE, "readwrite");
    const known: CryptoKey | undefined = await transaction.store.get(KEY_NAME);
    if (!known) await transaction.store.put(fresh, KEY_NAME);
    await transaction.done;
    return known ?? fresh;
  } finally {
    database.close();
  }
}
