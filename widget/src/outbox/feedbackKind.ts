import { applyChange, type RecordChange } from "./changes";
import type { RecordKind } from "./store/outboxStore";

/** What the outbox of feedback holds. */
export const FEEDBACK: RecordKind<RecordChange> = { table: "records", apply: applyChange };
