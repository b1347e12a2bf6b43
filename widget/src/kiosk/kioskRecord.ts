import { createListeners } from "../basics/listeners";
import { readJson, removeEntries, writeJson } from "../storage/localStore";

/** The entry of this device as a kiosk. It outlives its visitors. */
const KIOSK_ENTRY = "FLOW/kiosk";

interface KioskRecord extends Attempts {
  /** The node whose kiosk was started with the PIN: a reloaded page continues. */
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

/** What belongs to the device. What could not be put into the outbox yet is kept until it can. */
const OF_DEVICE = ["FLOW/device_id", "FLOW/left", KIOSK_ENTRY];

/** Removes what the browser has stored of a visitor, but for what waits in the outbox. */
export function clearVisitor(): void {
  removeEntries((name) => !OF_DEVICE.includes(name));
  try {
    sessionStorage.clear();
  } catch {
    // Storage that cannot be reached holds nothing either.
  }
  getSelection()?.removeAllRanges();
}

/** Wrong PINs in a row. Stored, so that reloading the page does not end a wait. */
export interface Attempts {
  failures: number;
  /** When the last one was tried, in milliseconds since 1970. */
  failedAt: number;
}

/** Wrong PINs after which the next one has to wait, and the first and longest wait (docs/constants.md#delays). */
const FREE_FAILURES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** Returns how long the next PIN has to wait still. A clock that was set back makes nobody wait longer than the whole time. */
export function waitLeft({ failures, failedAt }: Attempts, now: number): number {
  if (failures < FREE_FAILURES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
  return Math.min(Math.max(0, failedAt + wait - now), wait);
}
