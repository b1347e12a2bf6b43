import { writtenAt } from "./items";
import type { PendingMessage } from "./pendingMessages";
import type { Attachment, ChatRating, Person, RatingValue, TimelineItem } from "./wire";

/** After as many failed attempts the visitor is told: others may be due to a moment without a network. */
const TOLD_AFTER_ATTEMPTS = 3;

/** One message as it is shown. */
export interface Message {
  /** Stays the same when a pending message arrives. */
  key: string;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Of the visitor's own messages. */
  delivery?: Delivery;
  picture?: Picture;
}

/** How far a message of the visitor has come. */
export interface Delivery {
  /**
   * `delayed`: attempts have failed, and continue. `failed`: the server will not take it. `held`: it waits for one before it that
   * has failed.
   */
  state: "sending" | "delayed" | "failed" | "held" | "sent";
  /** How much of the picture has been sent, from 0 to 100; -1 where that is not known. */
  progress: number;
  /** Why the server will not take it: the code of its answer. */
  reason?: string | undefined;
}

/** An image that belongs to a message. */
export interface Picture {
  name: string;
  /** In bytes. */
  size: number;
  /** In pixels, where that is known. */
  width: number | undefined;
  height: number | undefined;
  /** The image, if it is on this page already. */
  blob?: Blob;
  /** Where it is on the server. */
  url?: string;
}

/** Consecutive messages of one sender. */
export interface MessageGroup {
  kind: "messages";
  key: string;
  own: boolean;
  /** The key of the sender; `undefined` for the visitor. */
  person: string | undefined;
  messages: Message[];
  /** Begins with the first message that is new to the visitor. */
  isNew?: true;
}

/** A rating that the visitor gave between two messages. */
export interface RatingNote {
  kind: "rating";
  key: string;
  at: number;
  rating: RatingValue;
}

/** Somebody of the staff writes for the first time. */
export interface JoinedNote {
  kind: "joined";
  key: string;
  /** The key of the person. */
  person: string;
}

/** What there is of one day in the visitor's time zone. */
export interface Day {
  key: string;
  at: number;
  entries: (MessageGroup | RatingNote | JoinedNote)[];
}

/** What a log shows. */
export interface Conversation {
  items: readonly TimelineItem[];
  pendingMessages: readonly PendingMessage[];
  /** The id of the first item that is new to the visitor. */
  firstNew?: string | undefined;
  /** The ratings, oldest first, of the time since the first item. */
  ratings?: readonly ChatRating[];
  /** The items begin with the chat: who writes first in them has just joined. */
  isWhole?: boolean;
}

/** Groups the messages by day and sender, with the ratings between them. Pending messages come last. */
export function arrange({ items, pendingMessages, firstNew, ratings = [], isWhole }: Conversation): Day[] {
  const days: Day[] = [];
  const messages = items.filter(isMessage);
  const newEntry = messages.filter(({ id }) => id === firstNew).map(entryOf)[0];
  const open = [...ratings];
  const present = new Set<string>();
  for (const entry of [...messages.map(entryOf), ...pendingMessages.map(pendingEntry)]) {
    while (open[0] && open[0].position < entry.position) addRating(days, open.shift() as ChatRating);
    const day = dayFor(days, entry.message.at);
    if (isWhole && entry.person !== undefined && !present.has(entry.person)) {
      present.add(entry.person);
      day.entries.push({ kind: "joined", key: `joined ${entry.person}`, person: entry.person });
    }
    addEntry(day, entry, entry === newEntry);
  }
  for (const rating of open) addRating(days, rating);
  return days;
}

/** Returns the last group of messages. */
export function newestGroup(days: readonly Day[]): MessageGroup | undefined {
  const groups = days.flatMap(({ entries }) => entries.filter((entry) => entry.kind === "messages"));
  return groups.at(-1);
}

/** Returns the local day of a time. */
export function dayOf(at: number): string {
  return new Date(at).toDateString();
}

/** Returns a person's nickname, or else first and last name. */
export function nameOf(person: Person | undefined): string {
  return person?.nickname || [person?.name, person?.surname].filter(Boolean).join(" ");
}

/** Returns the day of a time that is not before all others, and adds it where it is missing. */
function dayFor(days: Day[], at: number): Day {
  const last = days.at(-1);
  const key = dayOf(at);
  if (last?.key === key) return last;
  const day: Day = { key, at, entries: [] };
  days.push(day);
  return day;
}

function addRating(days: Day[], { position, rating, created_at }: ChatRating) {
  const at = Date.parse(created_at) || 0;
  dayFor(days, at).entries.push({ kind: "rating", key: String(position), at, rating });
}

function addEntry(day: Day, { own, person, message }: Entry, isNew: boolean) {
  const last = day.entries.at(-1);
  const group = last?.kind === "messages" ? last : undefined;
  if (!isNew && group?.own === own && group.person === person) {
    group.messages.push(message);
  } else {
    day.entries.push({
      kind: "messages",
      key: message.key,
      own,
      person,
      messages: [message],
      ...(isNew && { isNew }),
    });
  }
}

interface Entry {
  position: number;
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
    ...(own && { delivery: SENT }),
    ...(comment?.attachment && { picture: storedPicture(comment.attachment) }),
  };
  const entry = { position: item.position, own, person: own ? undefined : person, message };
  entries.set(item, entry);
  return entry;
}

const SENT: Delivery = { state: "sent", progress: -1 };

function storedPicture({ name, size, width, height, url }: Attachment): Picture {
  return { name, size, width: width ?? undefined, height: height ?? undefined, url };
}

/** Entries by pending message, for the same reason. */
const pendingEntries = new WeakMap<PendingMessage, Entry>();

function pendingEntry(pending: PendingMessage): Entry {
  const known = pendingEntries.get(pending);
  if (known) return known;
  const { clientKey, body, at, attachment, progress, reason } = pending;
  const message: Message = {
    key: clientKey,
    body,
    at,
    delivery: { state: deliveryState(pending), progress, reason },
    ...(attachment && { picture: { ...attachment, size: attachment.blob.size } }),
  };
  const entry = { position: Number.POSITIVE_INFINITY, own: true, person: undefined, message };
  pendingEntries.set(pending, entry);
  return entry;
}

function deliveryState({ state, failedAttempts }: PendingMessage): Delivery["state"] {
  if (state === "failed" || state === "held") return state;
  return failedAttempts >= TOLD_AFTER_ATTEMPTS ? "delayed" : "sending";
}
