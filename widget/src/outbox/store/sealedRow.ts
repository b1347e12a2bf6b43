import type { DBSchema } from "idb";
import type { OutboxRecord } from "../record";

/**
 * A record that only this browser can open: what it says is encrypted (docs/kiosk.md#the-outbox). In clear are its id, which
 * is random, and its place in the queue.
 */
export interface SealedRow {
  id: string;
  order: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** A record as it is stored. */
export type Row = OutboxRecord | SealedRow;

/** The outbox's database. */
export interface OutboxSchema extends DBSchema {
  records: { key: string; value: Row; indexes: { order: number } };
}

let seals = false;

/** From now on this page seals what it stores. */
export function sealFromNowOn(): void {
  seals = true;
}

/** Returns whether this page seals what it stores. */
export function isSealing(): boolean {
  return seals;
}

export function isSealed(row: Row): row is SealedRow {
  return "sealed" in row;
}
