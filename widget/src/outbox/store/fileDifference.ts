import type { KeptFile } from "../keptFile";
import type { OutboxRecord } from "../record";

/** What becomes of the files' contents with a change of their record. */
export interface FileDifference {
  /** To be stored with it. */
  added: KeptFile[];
  /** The ids of those that nothing names any more. */
  removed: string[];
}

/** @param given the files that came with the change. */
export function fileDifference(
  before: OutboxRecord | undefined,
  after: OutboxRecord | undefined,
  given: readonly KeptFile[],
): FileDifference {
  const had = before?.files ?? {};
  const has = after?.files ?? {};
  return {
    added: given.filter(({ id }) => id in has && !(id in had)),
    removed: Object.keys(had).filter((id) => !(id in has)),
  };
}
