import type { ChatEffect } from "./chatEvents";
import type { ChatState } from "./timeline";

/** What the two sides see of each other while both are there; nothing of it is stored (docs/chat.md#typing-and-seen). */
export interface Presence {
  /** Somebody of the staff is writing. */
  typing: { name: string | undefined } | undefined;
  /** The position up to which the staff have seen the chat. */
  staffSeen: number;
  /** When the staff were told the last time that the visitor is writing; `undefined` if they think that nobody is. */
  toldTypingAt: number | undefined;
  /** The cursor up to which the staff know that the visitor has seen the chat. */
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

/** How often it is repeated while somebody goes on writing. */
export const TYPING_REPEAT_MS = 4_000;

/** The two sides of a chat. */
export type Actor = "customer" | "staff";

/** Somebody writes, or has stopped. */
export function receiveTyping(
  state: ChatState,
  { actor, name, typing }: { actor: Actor; name?: string | undefined; typing: boolean },
): ChatEffect[] {
  if (actor !== "staff") return [];
  state.presence = { ...state.presence, typing: typing ? { name } : undefined };
  return typing ? [{ type: "schedule", timer: "staff_typing", afterMs: TYPING_LASTS_MS }] : [];
}

/** Nobody of the staff writes any more: it was not repeated, or their message is here. */
export function forgetTyping(state: ChatState) {
  if (state.presence.typing) state.presence = { ...state.presence, typing: undefined };
}

/** The staff have seen the chat up to a position. */
export function receiveSeen(state: ChatState, { actor, cursor }: { actor: Actor; cursor: string }) {
  const position = Number(cursor);
  if (actor === "staff" && position > state.presence.staffSeen) {
    state.presence = { ...state.presence, staffSeen: position };
  }
}

/** The visitor has changed what they are writing. */
export function handleTyped(state: ChatState, at: number, isEmpty: boolean): ChatEffect[] {
  const { toldTypingAt } = state.presence;
  if (!state.detail?.node.show_typing || state.connection !== "live") return [];
  if (isEmpty) {
    if (toldTypingAt === undefined) return [];
    state.presence = { ...state.presence, toldTypingAt: undefined };
    return [{ type: "send_typing", typing: false }];
  }
  if (toldTypingAt !== undefined && at - toldTypingAt < TYPING_REPEAT_MS) return [];
  state.presence = { ...state.presence, toldTypingAt: at };
  return [{ type: "send_typing", typing: true }];
}

/** The message that was being written is sent: what follows is another one. */
export function endTyping(state: ChatState) {
  if (state.presence.toldTypingAt !== undefined) {
    state.presence = { ...state.presence, toldTypingAt: undefined };
  }
}

/** Tells the staff what the visitor sees, once for each new state of the chat and for each connection. */
export function tellSeen(state: ChatState): ChatEffect[] {
  const { phase, watched, connection, cursor, detail, presence } = state;
  if (connection !== "live") {
    if (presence.toldSeen !== undefined) state.presence = { ...presence, toldSeen: undefined };
    return [];
  }
  if (phase !== "shown" || !watched || !detail?.node.show_seen) return [];
  if (cursor === undefined || cursor === presence.toldSeen) return [];
  state.presence = { ...presence, toldSeen: cursor };
  return [{ type: "send_seen", cursor }];
}
