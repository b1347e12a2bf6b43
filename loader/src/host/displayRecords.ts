import { pristine } from "../basics/pristineGlobals.ts";
import type { DisplayRecord } from "../lifecycle/displayRecord.ts";

/** The name of the entry in the host's local storage (docs/widget.md#storage). */
const STORAGE_KEY = "FLOW/widget";

/** Returns what is stored. That is nothing if the host's storage is blocked. */
export function readRecord(nodeId: string): DisplayRecord {
  try {
    return readRecords()[nodeId] ?? {};
  } catch {
    return {};
  }
}

/** Stores these fields of a record. Nothing is stored if the host's storage is blocked or full. */
export function storeRecord(nodeId: string, fields: DisplayRecord): void {
  try {
    const records = readRecords();
    // Parsed, because an object literal would inherit a `toJSON` of the host's.
    const record = records[nodeId] ?? (pristine.JSON.parse("{}") as DisplayRecord);
    records[nodeId] = pristine.Object.assign(record, fields);
    pristine.localStorage.setItem(STORAGE_KEY, pristine.JSON.stringify(records));
  } catch {}
}

/** Removes a record, and the whole entry with the last one. */
export function removeRecord(nodeId: string): void {
  try {
    const records = readRecords();
    if (!records[nodeId]) return;
    delete records[nodeId];
    const { localStorage } = pristine;
    if (pristine.Object.keys(records).length)
      localStorage.setItem(STORAGE_KEY, pristine.JSON.stringify(records));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {}
}

/** @throws if the host's storage is blocked. */
function readRecords(): Record<string, DisplayRecord> {
  const text = pristine.localStorage.getItem(STORAGE_KEY) || "{}";
  try {
    const records = pristine.JSON.parse(text);
    if (typeof records === "object" && records) return records;
  } catch {
    // Text that is not JSON is replaced.
  }
  return pristine.JSON.parse("{}");
}
