import { clean } from "../realm.ts";

/** The name in the host's own storage (specification, section 9). */
const STORE = "FLOW/widget";

/** What this browser knows of a node's widget on this host (specification, section 3.3). Times are epoch ms. */
export interface WidgetRecord {
  /** Shown to this visitor before. */
  isWidgetDisplayedBefore?: boolean;
  /** When that was the first time. */
  firstNow?: number;
  /** When feedback was last given. */
  lastFeedbackDate?: number;
}

/** All nodes' records as text, where the host's storage is blocked: for as long as the page lives. */
let memory: string | null = null;

/** What is stored about a node; nothing is: an empty record. */
export function readWidgetRecord(nodeId: string): WidgetRecord {
  return readAll()[nodeId] ?? {};
}

/** Keeps that the widget was displayed; the first time stays as it is. */
export function recordDisplay(nodeId: string): void {
  update(nodeId, (record) => {
    record.isWidgetDisplayedBefore = true;
    record.firstNow ??= clean.Date.now();
  });
}

/** Keeps that feedback was given now. */
export function recordFeedback(nodeId: string): void {
  update(nodeId, (record) => {
    record.lastFeedbackDate = clean.Date.now();
  });
}

function update(nodeId: string, change: (record: WidgetRecord) => void): void {
  const all = readAll();
  // Objects of the clean realm: a host's own `toJSON` would be asked for others.
  all[nodeId] ??= clean.JSON.parse("{}") as WidgetRecord;
  change(all[nodeId]);
  memory = clean.JSON.stringify(all);
  try {
    clean.localStorage.setItem(STORE, memory);
  } catch {
    // Blocked or full: the text in memory has to do.
  }
}

function readAll(): Record<string, WidgetRecord> {
  let text = memory;
  try {
    text = clean.localStorage.getItem(STORE) ?? text;
  } catch {
    // Blocked: the text in memory has to do.
  }
  try {
    const all = clean.JSON.parse(text || "{}");
    if (typeof all === "object" && all) return all;
  } catch {
    // Not ours, or cut off: begin anew.
  }
  return clean.JSON.parse("{}");
}
