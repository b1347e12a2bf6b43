import type { Person, TimelineItem, TimelinePart } from "./wire";

/** What a page knows of a chat's timeline: all items with `from` < position <= `cursor`, and perhaps newer ones. */
export interface KnownTimeline {
  /** In order. */
  items: readonly TimelineItem[];
  /** The authors of the items, by their keys. */
  people: Readonly<Record<string, Person>>;
  /** Messages up to this position are on earlier pages; 0 where there are none. */
  from: number;
  /** A position and its history, as the server writes it (docs/chat.md#cursors); `undefined` until the chat is loaded. */
  cursor: string | undefined;
}

export const NOTHING_KNOWN: KnownTimeline = { items: [], people: {}, from: 0, cursor: undefined };

/**
 * Applies the answer to a fetch.
 *
 * @param knownAtFetch the newest position that was known when the fetch was made.
 */
export function applyFetched(known: KnownTimeline, part: TimelinePart, knownAtFetch: number): KnownTimeline {
  // What the server has is what there is.
  if (isRestored(part, known.cursor, knownAtFetch)) return join(NOTHING_KNOWN, part);
  const isGap = part.timeline_after > positionOf(known.cursor);
  if (known.cursor !== undefined && !isGap) return join(known, part);
  // More has been written than one answer holds. A message of this page's own may be newer than the answer.
  const newer = known.items.filter(({ position }) => position > positionOf(part.cursor));
  return join({ ...NOTHING_KNOWN, items: newer }, part);
}

/** Returns whether the server was restored from a backup: it has another history, or knows less than it did before a fetch was made. */
export function isRestored(
  { cursor }: TimelinePart,
  known: string | undefined,
  knownAtFetch: number,
): boolean {
  return positionOf(cursor) < knownAtFetch || isOtherHistory(cursor, known);
}

function isOtherHistory(cursor: string, known: string | undefined): boolean {
  return known !== undefined && historyOf(cursor) !== historyOf(known);
}

/**
 * Applies a live event. `older`: it says nothing new. `gap`: an event before it is missing, so the chat has to be fetched.
 */
export function applyEvent(known: KnownTimeline, part: TimelinePart): KnownTimeline | "older" | "gap" {
  const knownPosition = positionOf(known.cursor);
  if (isOtherHistory(part.cursor, known.cursor)) return "gap";
  if (positionOf(part.cursor) < knownPosition) return "older";
  return part.timeline_after > knownPosition ? "gap" : join(known, part);
}

/**
 * Applies a page of earlier items; `undefined` where it does not end where the known ones begin, because these were replaced
 * meanwhile.
 *
 * @param before the position before which the page was asked for.
 */
export function applyEarlier(
  known: KnownTimeline,
  { timeline_items, timeline_after, people }: TimelinePart,
  before: number,
): KnownTimeline | undefined {
  if (before !== beginningOf(known)) return undefined;
  const earlier = timeline_items.filter(({ position }) => position < before);
  return {
    ...known,
    items: mergeItems(known.items, earlier),
    people: { ...people, ...known.people },
    from: Math.min(timeline_after, known.from),
  };
}

/** Returns the position before which messages are missing. */
export function beginningOf({ from }: KnownTimeline): number {
  return from + 1;
}

/** Returns the highest position that is known. A message of this page's own can be ahead of the cursor. */
export function newestPosition({ items, cursor }: KnownTimeline): number {
  return Math.max(positionOf(cursor), items.at(-1)?.position ?? 0);
}

/** Merges items into the known ones: each once, by position. */
export function mergeItems(
  known: readonly TimelineItem[],
  received: readonly TimelineItem[],
): TimelineItem[] {
  const merged = new Map(known.map((item) => [item.id, item]));
  for (const item of received) merged.set(item.id, knownOrReceived(merged.get(item.id), item));
  return [...merged.values()].sort((one, other) => one.position - other.position);
}

/** Returns how many messages of the staff have come after a cursor. */
export function countAfter(items: readonly TimelineItem[], cursor: string): number {
  return items.filter(({ position, actor }) => actor !== "customer" && position > positionOf(cursor)).length;
}

/** Returns the position in a cursor; 0 where there is none. */
export function positionOf(cursor: string | undefined): number {
  return Number.parseInt(cursor ?? "", 10) || 0;
}

/** Returns which history of the server's database a cursor is of. */
function historyOf(cursor: string): string | undefined {
  return cursor.split(".")[1];
}

/** Returns when an item was written, in milliseconds since 1970, by the server's clock. */
export function writtenAt({ detail }: TimelineItem): number {
  return Date.parse(detail.comment?.created_at ?? "") || 0;
}

/** Adds a part that follows the known one without a gap, or with which everything begins. */
function join(known: KnownTimeline, part: TimelinePart): KnownTimeline {
  const isFirst = known.cursor === undefined;
  const isNewer = positionOf(part.cursor) >= positionOf(known.cursor);
  return {
    items: mergeItems(known.items, part.timeline_items),
    people: { ...known.people, ...part.people },
    from: isFirst ? part.timeline_after : Math.min(known.from, part.timeline_after),
    cursor: isNewer ? part.cursor : known.cursor,
  };
}

/**
 * Returns the known item, since messages do not change: the same object is not rendered again, and may have the key that
 * this page knows it by. Only an item with a key replaces one without.
 */
function knownOrReceived(known: TimelineItem | undefined, received: TimelineItem): TimelineItem {
  return known && (known.client_key || !received.client_key) ? known : received;
}
