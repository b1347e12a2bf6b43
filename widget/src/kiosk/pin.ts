import type { PinHash } from "../boot";

/**
 * Returns whether a PIN is the one that the hash was made of. Slow on purpose, so that many cannot be tried in a short time
 * (docs/kiosk.md#the-pin).
 *
 * @throws where the browser has no Web Cryptography, as on pages without HTTPS.
 */
export async function isPin(pin: string, { salt, iterations, hash }: PinHash): Promise<boolean> {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt: fromHex(salt), iterations };
  return toHex(await subtle.deriveBits(parameters, key, 256)) === hash;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bits: ArrayBuffer): string {
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
