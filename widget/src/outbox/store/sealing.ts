import { openDB } from "idb";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import type { Sealed, SealedRow } from "./sealedRow";
import { transact } from "./transact";

/** The database of the key (docs/constants.md#storage-names). */
const KEY_DATABASE = "pulsen-kiosk";
const KEY_STORE = "keys";
const KEY_NAME = "outbox";

const CIPHER = "AES-GCM";

/** The key, once it is known. */
let kept: CryptoKey | undefined;

export async function seal(record: OutboxRecord): Promise<SealedRow> {
  const { id, order } = record;
  return { id, order, ...(await encrypt(id, new TextEncoder().encode(JSON.stringify(record)))) };
}

/** Opens a sealed record; `undefined` for one whose key is gone: nobody can read it any more. */
export async function unseal(row: SealedRow): Promise<OutboxRecord | undefined> {
  const content = await decrypt(row.id, row);
  return content && JSON.parse(new TextDecoder().decode(content));
}

/** Seals a file of a record with all that is known of it: the length of that, that, and the content. */
export async function sealFile(recordId: string, { file, ...known }: KeptFile): Promise<Sealed> {
  const { name, type } = file;
  const head = new TextEncoder().encode(JSON.stringify({ known, name, type }));
  const whole = new Blob([Uint32Array.of(head.length), head, file]);
  return encrypt(recordId, await whole.arrayBuffer());
}

export async function unsealFile(recordId: string, row: Sealed): Promise<KeptFile | undefined> {
  const whole = await decrypt(recordId, row);
  if (!whole) return undefined;
  const end = 4 + new DataView(whole).getUint32(0, true);
  const { known, name, type } = JSON.parse(new TextDecoder().decode(whole.slice(4, end)));
  return { ...known, file: new File([whole.slice(end)], name, { type }) };
}

async function encrypt(id: string, content: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, sealed: await crypto.subtle.encrypt(cipher(id, iv), await storeKey(), content) };
}

async function decrypt(id: string, { iv, sealed }: Sealed): Promise<ArrayBuffer | undefined> {
  try {
    return await crypto.subtle.decrypt(cipher(id, iv), kept ?? (await storeKey()), sealed);
  } catch (error) {
    console.error("What a kiosk has sealed cannot be opened:", error);
    return undefined;
  }
}

/** Nothing can be passed off as belonging to another record: the id belongs to what is sealed. */
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
    const stored = await transact(database, [KEY_STORE], "readwrite", async (transaction) => {
      const keys = transaction.objectStore(KEY_STORE);
      const key: CryptoKey | undefined = await keys.get(KEY_NAME);
      if (!key) await keys.put(own, KEY_NAME);
      return key;
    });
    kept = stored ?? own;
    return kept;
  } finally {
    database.close();
  }
}

function makeKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: CIPHER, length: 256 }, false, ["encrypt", "decrypt"]);
}
