import type { TimelineItem } from "./wire";

/** Merges received items into the known ones: each once, in the order of writing. */
export function mergeItems(
  known: readonly TimelineItem[],
  received: readonly TimelineItem[],
): TimelineItem[] {
  const before = new Map(known.map((item) => [item.id, item]));
  const news = received.map((item) => knownOrReceived(before.get(item.id), item));
  for (const { id } of received) before.delete(id);
  return inOrder([...before.values(), ...news]);
}

/**
 * Replaces the known items by a received timeline. It may be older than what is known, as when the visitor's message was
 * stored meanwhile: known items that are newer than all received ones stay.
 */
export function replaceItems(
  known: readonly TimelineItem[],
  received: readonly TimelineItem[],
): TimelineItem[] {
  const newest = Math.max(...received.map(writtenAt));
  const ids = new Set(received.map(({ id }) => id));
  return mergeItems(
    known.filter((item) => writtenAt(item) >= newest || ids.has(item.id)),
    received,
  );
}

/** Returns when an item was written, in milliseconds since 1970, by the server's clock. */
export function writtenAt({ detail }: TimelineItem): number {
  return Date.parse(detail.comment?.created_at ?? "") || 0;
}

/**
 * Returns the known item, since messages do not change: the same object is not rendered again, and may have the key that
 * this page knows it by. Only an item with a key replaces one without.
 */
function knownOrReceived(known: TimelineItem | undefined, received: TimelineItem): TimelineItem {
  return known && (known.client_key || !received.client_key) ? known : received;
}

/** Sorts by time. Items of one millisecond stay in the server's order: sorting is stable. */
function inOrder(items: TimelineItem[]): TimelineItem[] {
  return items.sort((one, other) => writtenAt(one) - writtenAt(other));
}
