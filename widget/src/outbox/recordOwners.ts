import { OUTBOX } from "../storage/names";
import { FORGOTTEN, type Owner } from "../storage/owner";
import { hasActed } from "../storage/visitor";
import { openChannel } from "./channel";
import { loadOutbox } from "./loadOutbox";
import type { OutboxRecord } from "./records/record";
import type { RecordKind } from "./store/outboxStore";

/** What happens to the person to whom a record belongs. */
export type OwnerChange =
  /** The visitor has logged out: of a record stays what waits to be sent, which nobody is told about. */
  | { type: "forget" }
  /** Who has logged in goes on with what nobody has begun. */
  | { type: "claim"; person: string };

/** Returns the records of one of the outbox's tables, as they get other owners. */
export function ownedRecords(table: RecordKind<OwnerChange>["table"]): RecordKind<OwnerChange> {
  return {
    table,
    apply(record, _, change) {
      if (record && change.type === "claim") {
        return record.person ? record : { ...record, person: change.person };
      }
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
    const store = outboxTools.createIndexedStore(ownedRecords(table));
    const records = await store.readAll();
    await store.change(records.map(({ id }) => ({ id, change: { type: "forget" } })));
  }
}

/** Gives the feedback in the outbox that nobody has given to a node to a person. */
export async function claimRecords(nodeId: string, owner: Owner): Promise<void> {
  if (!hasActed()) return;
  const { outboxTools } = await loadOutbox();
  const store = outboxTools.createIndexedStore(ownedRecords("records"));
  const isNobodys = ({ lane, person }: OutboxRecord) => !person && JSON.parse(lane)[0] === nodeId;
  const nobodys = (await store.readAll()).filter(isNobodys);
  const { person } = owner;
  // Whoever it was may have logged out by now.
  if (nobodys.length === 0 || person === FORGOTTEN) return;
  await store.change(nobodys.map(({ id }) => ({ id, change: { type: "claim", person } })));
  const channel = openChannel(OUTBOX, () => {});
  for (const { id } of nobodys) channel.tell(id);
  channel.close();
}
