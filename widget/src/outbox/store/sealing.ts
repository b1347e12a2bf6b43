import { openDB } from "idb";
import type { OutboxRecord } from "../record";
import type { SealedRow } from "./sealedRow";

/** The database of the key (docs/constants.md#storage-names). */
const KEY_DATABASE = "pulsen-kiosk";
const KEY_STORE = "keys";
const KEY_NAME = "outbox";

const CIPHER = "AES-GCM";

/** The key, once it is known. */
let kept: CryptoKey | undefined;

export async function seal(record: OutboxRecord): Promise<SealedRow> {
  const { id, order } = record;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const content = new TextEncoder().encode(JSON.stringify(record));
  return { id, order, iv, sealed: await crypto.subtle.encrypt(cipher(id, iv), await storeKey(), content) };
}

/** Opens a sealed record; `undefined` for one whose key is gone: nobody can read it any more. */
export async function unseal({ id, iv, sealed }: SealedRow): Promise<OutboxRecord | undefined> {
  try {
    const content = await crypto.subtle.decrypt(cipher(id, iv), kept ?? (await storeKey()), sealed);
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

/**
 * Returns this browser's key, and stores it where it is not stored, as when the browser has thrown everything away. It never
 * leaves the browser, and no script can read it.
 */
async function storeKey(): Promise<CryptoKey> {
  const own = kept ?? (await makeKey());
  const database = await openDB(KEY_DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore(KEY_STORE),
  });
  try {
    const transaction = database.transaction(KEY_STORE, "readwrite");
    const stored: CryptoKey | undefined = await transaction.store.get(KEY_NAME);
    if (!stored) await transaction.store.put(own, KEY_NAME);
    await transaction.done;
    kept = stored ?? own;
    return kept;
  } finally {
    database.close();
  }
}

function makeKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ["encrypt", "decrypt"]);
}
