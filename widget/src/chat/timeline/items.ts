import type { TimelineItem } from "./wire";

/** Adds items that the server has told: each one once, in the order in which they were written. */
export function mergeItems(known: readonly TimelineItem[], told: readonly TimelineItem[]): TimelineItem[] {
  const before = new Map(known.map((item) => [item.id, item]));
  const news = told.map((item) => sameOrNew(before.get(item.id), item));
  for (const { id } of told) before.delete(id);
  return inOrder([...before.values(), ...news]);
}

/**
 * Takes a whole timeline in place of the known one. An event may be older than what is known (a message of the
 * visitor's was stored while it was on its way): what is newer than all that it tells stays.
 */
export function replaceItems(known: readonly TimelineItem[], told: readonly TimelineItem[]): TimelineItem[] {
  const newest = Math.max(...told.map(writtenAt));
  const ids = new Set(told.map(({ id }) => id));
  return mergeItems(
    known.filter((item) => writtenAt(item) >= newest || ids.has(item.id)),
    told,
  );
}

/** When an item was written, in milliseconds since 1970, by the server's clock. */
export function writtenAt({ detail }: TimelineItem): number {
  return Date.parse(detail.comment?.created_at ?? "") || 0;
}

/**
 * What was said does not change: a known item stays the same object, so that it is not rendered again, and keeps the
 * key that this page may know it by. Only one that comes with a key takes the place of one without.
 */
function sameOrNew(known: TimelineItem | undefined, told: TimelineItem): TimelineItem {
  return known && (known.client_key || !told.client_key) ? known : told;
}

/** Sorting is stable: what was written in one millisecond stays in the server's order. */
function inOrder(items: TimelineItem[]): TimelineItem[] {
  return items.sort((one, other) => writtenAt(one) - writtenAt(other));
}
