import type { ListedRecord } from "../wire";

/** Returns the flows with most feedback first, and otherwise in the order that they have. Those that were not counted are among those without any. */
export function byFeedback<Flow extends Pick<ListedRecord, "id">>(
  flows: readonly Flow[],
  counts: ReadonlyMap<string, number | undefined>,
): Flow[] {
  const countOf = ({ id }: Flow) => counts.get(id) ?? 0;
  return [...flows].sort((left, right) => countOf(right) - countOf(left));
}
