import { asObject, textIn } from "./customer";
import { readClaims } from "./signedCustomer";

/** What tells people apart: the first of these that is given. */
const IDS = ["external_id", "user_id", "email", "phone_number"];

/**
 * Returns who a host page says the visitor is, as a hash of the person's id; empty where it names nobody. What is signed is read
 * without being verified: it only decides what this browser shows of what it has stored itself.
 */
export function personOf({ customer, jws }: { customer?: unknown; jws?: unknown }): string {
  return personIn(typeof jws === "string" ? asObject(readClaims(jws)).customer : customer, IDS);
}

/** Returns whose link a page was opened with, likewise: the customer of its signature, or the one whom it names. */
export function personOfLink(signature: string | undefined, creatorId: string | null): string {
  const signed = signature === undefined ? undefined : asObject(readClaims(signature)).customer;
  return personIn({ id: creatorId, ...asObject(signed) }, [...IDS, "id"]);
}

function personIn(customer: unknown, names: readonly string[]): string {
  const fields = asObject(customer);
  for (const name of names) {
    const id = textIn(fields, name);
    if (id !== undefined) return hash(`${name} ${id}`);
  }
  return "";
}

/**
 * Returns a hash of 53 bits (cyrb53). It has to be there at once, also where the browser has no cryptography, and hides the id from
 * nobody who knows it.
 */
function hash(text: string): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}
