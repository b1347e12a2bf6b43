import { createListeners } from "../listeners";
import { readJson, writeJson } from "../storage/localStore";
import type { Attempts } from "./attempts";

/** The entry of this device as a kiosk. It outlives its visitors. */
export const KIOSK_ENTRY = "FLOW/kiosk";

interface KioskRecord extends Attempts {
  /** The node whose kiosk was started with the PIN: a page that is loaded anew goes on. */
  node?: string | undefined;
  /** When the outbox was emptied last, in milliseconds since 1970. */
  syncedAt?: number;
  /** This device's id as staff see it in their list; unknown until the server has said it. */
  deviceHash?: string;
}

export function readKiosk(): KioskRecord {
  return { failures: 0, failedAt: 0, ...(readJson(KIOSK_ENTRY) as object | undefined) };
}

export function changeKiosk(change: Partial<KioskRecord>): void {
  writeJson(KIOSK_ENTRY, { ...readKiosk(), ...change });
  listeners.notify();
}

const listeners = createListeners();

/** Calls `listener` when this page has changed the record. Returns the function that stops that. */
export const onKioskChange = listeners.add;
