import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";
import type { IdentifiedChange, RecordKind } from "./outboxStore";

/** What a store has to do for some changes. */
export interface Plan {
  /** What is stored afterwards of each record that the changes are about; `undefined` where none is. */
  results: Map<string, OutboxRecord | undefined>;
  /** The ids of the records that are not as they were. */
  changed: Set<string>;
  /** The files to be stored, by the ids of their records. */
  added: [recordId: string, file: KeptFile][];
  /** The ids of records and files of what nothing names any more. */
  removed: [recordId: string, fileId: string][];
}

/**
 * Returns what becomes of what is stored, with one change after another. Does nothing itself.
 *
 * @param stored returns a record as it is stored before.
 * @param lastOrder the last place that is taken.
 */
export function planChanges<Change>(
  kind: Pick<RecordKind<Change>, "apply">,
  changes: readonly IdentifiedChange<Change>[],
  stored: (id: string) => OutboxRecord | undefined,
  lastOrder: number,
): Plan {
  const plan: Plan = { results: new Map(), changed: new Set(), added: [], removed: [] };
  const { results, changed, added, removed } = plan;
  let last = lastOrder;
  for (const { id, change, files = [] } of changes) {
    const before = results.has(id) ? results.get(id) : stored(id);
    const after = kind.apply(before, id, change, last + 1);
    results.set(id, after);
    if (after === before) continue;
    last = Math.max(last, after?.order ?? 0);
    changed.add(id);
    const had = before?.files ?? {};
    const has = after?.files ?? {};
    for (const file of files) if (file.id in has && !(file.id in had)) added.push([id, file]);
    for (const fileId of Object.keys(had)) if (!(fileId in has)) removed.push([id, fileId]);
  }
  return plan;
}
