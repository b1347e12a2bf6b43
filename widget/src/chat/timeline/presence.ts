import { positionOf } from "./items";
import type { Actor } from "./wire";

/** What the two sides see of each other while both are there; nothing of it is stored (docs/chat.md#typing-and-seen). */
export interface Presence {
  /** Somebody of the staff is writing. */
  typing: { name: string | undefined } | undefined;
  /** The position up to which the staff have seen the chat. */
  staffSeen: number;
  /** When the staff were told the last time that the visitor is writing; `undefined` if they think that nobody is. */
  toldTypingAt: number | undefined;
  /** The cursor up to which the server knows that the visitor has seen the chat. */
  toldSeen: string | undefined;
}

export const NOBODY: Presence = {
  typing: undefined,
  staffSeen: 0,
  toldTypingAt: undefined,
  toldSeen: undefined,
};

/** Who writes is forgotten when it is not repeated within this time: the other side may have gone. */
export const TYPING_LASTS_MS = 6_000;

/** How often it is repeated while somebody keeps writing. */
export const TYPING_REPEAT_MS = 4_000;

/** Somebody writes, or has stopped. */
export interface Typing {
  actor: Actor;
  name?: string | undefined;
  typing: boolean;
}

/** Somebody has seen the chat up to a position. */
export interface Seen {
  actor: Actor;
  cursor: string;
}

/** Returns what is known after a report of who is writing. The visitor in another tab is nobody else. */
export function receiveTyping(presence: Presence, { actor, name, typing }: Typing): Presence {
  return actor === "staff" ? { ...presence, typing: typing ? { name } : undefined } : presence;
}

/** Returns what is known once nobody of the staff writes any more. */
export function forgetTyping(presence: Presence): Presence {
  return presence.typing ? { ...presence, typing: undefined } : presence;
}

/** Returns what is known after a report of what was seen. */
export function receiveSeen(presence: Presence, { actor, cursor }: Seen): Presence {
  const position = positionOf(cursor);
  const isNew = actor === "staff" && position > presence.staffSeen;
  return isNew ? { ...presence, staffSeen: position } : presence;
}

/** Returns what is known once the chat is one of another history: its positions are others. */
export function forgetSeen(presence: Presence): Presence {
  return { ...presence, staffSeen: NOBODY.staffSeen };
}

/**
 * Returns what to tell the staff after the visitor has changed what they are writing; `undefined`: nothing, because they know
 * it. That is not for each key.
 */
export function typingToTell({ toldTypingAt }: Presence, at: number, isEmpty: boolean): boolean | undefined {
  if (isEmpty) return toldTypingAt === undefined ? undefined : false;
  return toldTypingAt === undefined || at - toldTypingAt >= TYPING_REPEAT_MS ? true : undefined;
}
