import type { ChatEffect } from "./chatEvents";
import type { ChatState } from "./chatState";
import { typingToTell } from "./presence";

/** The visitor has changed what they are writing: the staff may have to be told. */
export function handleTyped(state: ChatState, at: number, isEmpty: boolean): ChatEffect[] {
  if (!state.detail?.node.show_typing || state.connection !== "live") return [];
  const typing = typingToTell(state.presence, at, isEmpty);
  if (typing === undefined) return [];
  state.presence = { ...state.presence, toldTypingAt: typing ? at : undefined };
  return [{ type: "send_typing", typing }];
}

/**
 * Tells the server what the visitor sees, once for each new state of the chat and for each connection: no mail is sent about that. Whether
 * the staff are shown it is the server's matter.
 */
export function tellSeen(state: ChatState): ChatEffect[] {
  const { phase, watched, connection, cursor, presence } = state;
  if (connection !== "live") {
    if (presence.toldSeen !== undefined) state.presence = { ...presence, toldSeen: undefined };
    return [];
  }
  const isSeen = phase === "shown" && watched;
  if (!isSeen || cursor === undefined || cursor === presence.toldSeen) return [];
  state.presence = { ...presence, toldSeen: cursor };
  return [{ type: "send_seen", cursor }];
}
