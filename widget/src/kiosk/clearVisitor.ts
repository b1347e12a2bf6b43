import { removeEntries } from "../storage/localStore";
import { KIOSK_ENTRY } from "./kioskRecord";

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
