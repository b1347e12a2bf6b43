import type { TimelineItem } from "./wire";

/**
 * Returns the key of the visitor's last message, if the staff have seen it; of an earlier one if they have seen only that.
 * `undefined` where they have answered since, which says more.
 *
 * @param staffSeen the position up to which the staff have seen the chat.
 */
export function lastSeenKey(items: readonly TimelineItem[], staffSeen: number): string | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const { id, actor, position, client_key } = items[at] as TimelineItem;
    if (actor !== "customer") return undefined;
    if (position <= staffSeen) return client_key ?? id;
  }
  return undefined;
}
