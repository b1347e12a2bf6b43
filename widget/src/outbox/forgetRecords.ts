import { loadOutbox } from "../flow/loadOutbox";
import { FORGOTTEN } from "../storage/owner";
import { hasActed } from "../storage/visitor";
import type { RecordKind } from "./store/outboxStore";

/** The visitor has logged out: of a record stays what waits to be sent, which nobody is told about. */
export interface Forget {
  type: "forget";
}

/** Returns the records of one of the outbox's tables, as they are forgotten. */
export function forgottenRecords(table: RecordKind<Forget>["table"]): RecordKind<Forget> {
  return {
    table,
    apply(record, _, change) {
      if (record?.state !== "waiting" || change.type !== "forget") return undefined;
      const { isHeld: _held, isKept: _kept, ...others } = record;
      // Of a run that nobody goes on with, nothing is kept once it is sent.
      return { ...others, person: FORGOTTEN, isAbandoned: true };
    },
  };
}

/** Forgets feedback and messages in the outbox, but for what waits to be sent. */
export async function forgetRecords(): Promise<void> {
  // Of who has never acted here nothing is stored, not even an empty database.
  if (!hasActed()) return;
  const { outboxTools } = await loadOutbox();
  for (const table of ["records", "messages"] as const) {
    const store = outboxTools.createIndexedStore(forgottenRecords(table));
    const records = await store.readAll();
    await store.change(records.map(({ id }) => ({ id, change: { type: "forget" } })));
  }
}
