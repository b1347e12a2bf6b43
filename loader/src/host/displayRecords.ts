import { pristine } from "../pristineGlobals.ts";

/** The name of the entry in the host's local storage (docs/widget.md#storage). */
const STORAGE_KEY = "FLOW/widget";

/** What is stored about the widget of a node on this host. Times are in milliseconds since the epoch. */
interface DisplayRecord {
  isWidgetDisplayedBefore?: boolean;
  /** The time of the first display. */
  firstNow?: number;
  lastFeedbackDate?: number;
}

/** Records that the widget was displayed. The time of the first display is kept. */
export function recordDisplay(nodeId: string): void {
  updateRecord(nodeId, (record) => {
    record.isWidgetDisplayedBefore = true;
    record.firstNow ??= pristine.Date.now();
  });
}

/** Records that feedback was submitted now. */
export function recordFeedback(nodeId: string): void {
  updateRecord(nodeId, (record) => {
    record.lastFeedbackDate = pristine.Date.now();
  });
}

/** Changes a record. Nothing is recorded if the host's storage is blocked or full. */
function updateRecord(nodeId: string, change: (record: DisplayRecord) => void): void {
  try {
    const records = readRecords();
    // Parsed, because an object literal would inherit a `toJSON` of the host's.
    records[nodeId] ??= pristine.JSON.parse("{}") as DisplayRecord;
    change(records[nodeId]);
    pristine.localStorage.setItem(STORAGE_KEY, pristine.JSON.stringify(records));
  } catch {}
}

function readRecords(): Record<string, DisplayRecord> {
  try {
    const records = pristine.JSON.parse(pristine.localStorage.getItem(STORAGE_KEY) || "{}");
    if (typeof records === "object" && records) return records;
  } catch {
    // Text that is not JSON is replaced.
  }
  return pristine.JSON.parse("{}");
}
