import type { Customer } from "../engine/types";
import { asObject, readCustomer } from "./customer";

/**
 * Reads the customer out of a link's signature (docs/api.md#link-signatures). Only for a signature that the server has
 * found to be valid: nothing is verified here.
 */
export function readSignedCustomer(signature: string): Customer {
  return readCustomer(asObject(readClaims(signature)).customer);
}

/** Returns what a signature (a JWS) claims, without verifying it; `undefined` where it is none. */
export function readClaims(signature: string): unknown {
  try {
    const payload = (signature.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
