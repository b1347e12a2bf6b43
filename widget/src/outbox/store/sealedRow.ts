import type { DBSchema, IDBPTransaction } from "idb";
import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";

/**
 * A record that only this browser can open: what it says is encrypted (docs/kiosk.md#the-outbox). In clear are its id, which
 * is random, and its place in the queue.
 */
export interface SealedRow extends Sealed {
  id: string;
  order: number;
}

/** What is encrypted, such as a file. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** A record as it is stored. */
export type Row = OutboxRecord | SealedRow;

/** The outbox's database. */
export interface OutboxSchema extends DBSchema {
  records: { key: string; value: Row; indexes: { order: number } };
  messages: { key: string; value: Row; indexes: { order: number } };
  /** Under the ids of record and file. */
  files: { key: [string, string]; value: KeptFile | Sealed };
}

export type OutboxTransaction = IDBPTransaction<
  OutboxSchema,
  ("records" | "messages" | "files")[],
  "readwrite"
>;

let seals = false;

/** From now on this page seals what it stores. */
export function sealFromNowOn(): void {
  seals = true;
}

/** Returns whether this page seals what it stores. */
export function isSealing(): boolean {
  return seals;
}

export function isSealed<Stored extends object>(row: Stored): row is Extract<Stored, Sealed> {
  return "sealed" in row;
}
