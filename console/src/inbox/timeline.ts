import type { AuditItem, StaffChat, TimelineItem } from "../wire";
import type { OutgoingMessage } from "./outbox/message";

/** The acts that are shown between messages. */
const SHOWN_ACTS = new Set<AuditItem["act"]>([
  "claim",
  "assign",
  "accept",
  "close",
  "reopen",
  "snooze",
  "block_device",
  "unblock_device",
  "block_address",
  "unblock_address",
]);

/** A part of the timeline as it is shown. */
export type Entry =
  | { kind: "day"; key: string; at: number }
  | { kind: "message"; key: string; at: number; item: TimelineItem; isFirstOfGroup: boolean }
  | { kind: "act"; key: string; at: number; act: AuditItem }
  | { kind: "rating"; key: string; at: number; rating: number }
  | { kind: "outgoing"; key: string; at: number; message: OutgoingMessage };

/** Messages of one person within this time stand together, under one name. */
const GROUP_MS = 5 * 60_000;

/**
 * Returns what is shown of a chat, in order: messages and notes, by day; between them what staff have done, and ratings; at the
 * end, what is not sent yet.
 */
export function timelineOf(
  chat: Pick<StaffChat, "timeline_items" | "timeline_after" | "chat_ratings">,
  acts: readonly AuditItem[],
  outgoing: readonly OutgoingMessage[],
): Entry[] {
  const messages = chat.timeline_items.map((item) => ({
    kind: "message" as const,
    key: item.id,
    at: Date.parse(item.detail.comment.created_at),
    item,
    isFirstOfGroup: true,
  }));
  const start = chat.timeline_after > 0 ? (messages[0]?.at ?? Number.POSITIVE_INFINITY) : 0;
  const lines: Entry[] = [
    ...chat.chat_ratings.map(({ position, rating, created_at }) => ({
      kind: "rating" as const,
      key: `rating-${position}`,
      at: Date.parse(created_at),
      rating,
    })),
    ...acts
      .filter(({ act }) => SHOWN_ACTS.has(act))
      .map((act) => ({
        kind: "act" as const,
        key: `${act.act}-${act.at}-${act.staff}`,
        at: Date.parse(act.at),
        act,
      })),
  ].filter(({ at }) => at >= start);
  // Sorting keeps what is of the same moment in its order: the message before what it brought about.
  const entries: Entry[] = [...messages, ...lines].sort((one, other) => one.at - other.at);
  const sent = new Set(chat.timeline_items.map(({ client_key }) => client_key));
  const waiting = outgoing
    .filter(({ key }) => !sent.has(key))
    .map((message) => ({ kind: "outgoing" as const, key: message.key, at: message.writtenAt, message }));
  return withDays(grouped([...entries, ...waiting]));
}

function grouped(entries: Entry[]): Entry[] {
  let before: Entry | undefined;
  return entries.map((entry) => {
    const isContinued =
      entry.kind === "message" &&
      before?.kind === "message" &&
      authorOf(entry.item) === authorOf(before.item) &&
      entry.at - before.at < GROUP_MS;
    before = entry;
    return isContinued ? { ...entry, isFirstOfGroup: false } : entry;
  });
}

function withDays(entries: Entry[]): Entry[] {
  let day = "";
  return entries.flatMap((entry) => {
    const ofEntry = new Date(entry.at).toDateString();
    if (ofEntry === day) return [entry];
    day = ofEntry;
    return [
      { kind: "day" as const, key: `day-${ofEntry}`, at: entry.at },
      entry.kind === "message" ? { ...entry, isFirstOfGroup: true } : entry,
    ];
  });
}

function authorOf({ actor, action, detail }: TimelineItem): string {
  return `${actor} ${action} ${actor === "staff" ? (detail.user?.name ?? "") : ""}`;
}

/** Returns the last item that fits. */
export function lastOf(
  items: readonly TimelineItem[],
  fits: (item: TimelineItem) => boolean,
): TimelineItem | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item && fits(item)) return item;
  }
  return undefined;
}
