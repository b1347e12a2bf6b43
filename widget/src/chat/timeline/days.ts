import { writtenAt } from "./items";
import type { Outbox } from "./outbox";
import type { Person, TimelineItem } from "./wire";

/** One message as it is shown. */
export interface Message {
  /** Stays the same when a message that was written here arrives. */
  key: string;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  /** What became of it, where it is the visitor's own. */
  mark?: "sending" | "sent" | "failed";
}

/** Messages of one sender in a row (specification, section 2.5). */
export interface MessageGroup {
  key: string;
  own: boolean;
  person: Person | undefined;
  messages: Message[];
}

/** What was said on one day of the visitor's. */
export interface Day {
  key: string;
  at: number;
  groups: MessageGroup[];
}

/** The timeline as it is shown: by days, in each by sender; what the server does not have yet at the end. */
export function arrange(items: readonly TimelineItem[], outbox: Outbox): Day[] {
  const days: Day[] = [];
  for (const entry of [...items.filter(isMessage).map(told), ...outbox.map(outgoing)]) {
    const dayKey = dayOf(entry.message.at);
    let day = days.at(-1);
    if (day?.key !== dayKey) {
      day = { key: dayKey, at: entry.message.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    if (group?.own === entry.own && nameOf(group.person) === nameOf(entry.person)) {
      group.messages.push(entry.message);
    } else {
      const { own, person, message } = entry;
      day.groups.push({ key: message.key, own, person, messages: [message] });
    }
  }
  return days;
}

/** The local day of a moment. */
export function dayOf(at: number): string {
  return new Date(at).toDateString();
}

/** How a person is called here: by the name of their choice, else by both of theirs. */
export function nameOf(person: Person | undefined): string {
  return person?.nickname || [person?.name, person?.surname].filter(Boolean).join(" ");
}

interface Entry {
  own: boolean;
  person: Person | undefined;
  message: Message;
}

function isMessage({ action, detail }: TimelineItem): boolean {
  return action === "add_comment" && Boolean(detail.comment);
}

/** By item: what is shown of one that stays the same object stays the same object. */
const entries = new WeakMap<TimelineItem, Entry>();

function told(item: TimelineItem): Entry {
  const known = entries.get(item);
  if (known) return known;
  const own = item.actor === "customer";
  const { comment, user, customer } = item.detail;
  const message: Message = {
    key: item.client_key ?? item.id,
    body: comment?.body ?? "",
    at: writtenAt(item),
    ...(own && { mark: "sent" }),
  };
  const entry = { own, person: own ? undefined : (user ?? customer ?? undefined), message };
  entries.set(item, entry);
  return entry;
}

function outgoing({ clientKey, body, at, state }: Outbox[number]): Entry {
  const mark = state === "failed" ? "failed" : "sending";
  return { own: true, person: undefined, message: { key: clientKey, body, at, mark } };
}
