import { writtenAt } from "./items";
import type { PendingMessage } from "./pendingMessages";
import type { Person, TimelineItem } from "./wire";

/** One message as it is shown. */
export interface Message {
  /** Stays the same when a pending message arrives. */
  key: string;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The delivery state of the visitor's own messages. */
  mark?: "sending" | "sent" | "failed";
}

/** Consecutive messages of one sender. */
export interface MessageGroup {
  key: string;
  own: boolean;
  /** The key of the sender; `undefined` for the visitor. */
  person: string | undefined;
  messages: Message[];
  /** Begins with the first message that is new to the visitor. */
  isNew?: true;
}

/** The messages of one day in the visitor's time zone. */
export interface Day {
  key: string;
  at: number;
  groups: MessageGroup[];
}

/**
 * Groups the timeline by day and sender. Pending messages come last.
 *
 * @param firstNew the id of the first item that is new to the visitor.
 */
export function arrange(
  items: readonly TimelineItem[],
  pendingMessages: readonly PendingMessage[],
  firstNew?: string,
): Day[] {
  const days: Day[] = [];
  const messages = items.filter(isMessage);
  const newEntry = messages.filter(({ id }) => id === firstNew).map(entryOf)[0];
  for (const entry of [...messages.map(entryOf), ...pendingMessages.map(pendingEntry)]) {
    const dayKey = dayOf(entry.message.at);
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, at: entry.message.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    const isNew = entry === newEntry;
    if (!isNew && group?.own === entry.own && group.person === entry.person) {
      group.messages.push(entry.message);
    } else {
      const { own, person, message } = entry;
      day.groups.push({ key: message.key, own, person, messages: [message], ...(isNew && { isNew }) });
    }
  }
  return days;
}

/** Returns the local day of a time. */
export function dayOf(at: number): string {
  return new Date(at).toDateString();
}

/** Returns a person's nickname, or else first and last name. */
export function nameOf(person: Person | undefined): string {
  return person?.nickname || [person?.name, person?.surname].filter(Boolean).join(" ");
}

interface Entry {
  own: boolean;
  person: string | undefined;
  message: Message;
}

function isMessage({ action, detail }: TimelineItem): boolean {
  return action === "add_comment" && Boolean(detail.comment);
}

/** Entries by item: an unchanged item keeps its entry, so that it is not rendered again. */
const entries = new WeakMap<TimelineItem, Entry>();

function entryOf(item: TimelineItem): Entry {
  const known = entries.get(item);
  if (known) return known;
  const own = item.actor === "customer";
  const { comment, person } = item.detail;
  const message: Message = {
    key: item.client_key ?? item.id,
    body: comment?.body ?? "",
    at: writtenAt(item),
    ...(own && { mark: "sent" }),
  };
  const entry = { own, person: own ? undefined : person, message };
  entries.set(item, entry);
  return entry;
}

/** How many tries a message may need before the page says that it is not sent yet. */
const UNREMARKABLE_TRIES = 2;

function pendingEntry({ clientKey, body, at, state, failedAttempts }: PendingMessage): Entry {
  const isUnsent = state === "failed" || state === "held" || failedAttempts > UNREMARKABLE_TRIES;
  const mark = isUnsent ? "failed" : "sending";
  return { own: true, person: undefined, message: { key: clientKey, body, at, mark } };
}
