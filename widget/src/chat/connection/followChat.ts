import type { Socket } from "socket.io-client";
import type { ChatAccess } from "../access/chatAccess";
import type { ConnectionEvent } from "../timeline/chatEvents";
import type { Seen, Typing } from "../timeline/presence";
import type { Actor, ReplyCreated } from "../timeline/wire";
import { receivePart } from "./receivePart";
import { openSocket } from "./socket";

/** How long the server may take to acknowledge a subscription. */
const ACKNOWLEDGEMENT_MS = 10_000;

/** Pause before another attempt where the library makes none: after a refusal or a disconnect by the server. */
const RETRY_DELAY_MS = 5_000;

/** A chat whose live events are followed. */
export interface Followed {
  /** Tells the others of the chat something that is not stored. Lost without a connection. */
  emit(event: "typing" | "seen", payload: object): void;
  /** Tells the server whether the visitor has the chat before their eyes now. */
  tellWatched(): void;
  stop(): void;
}

/** What a subscription says of the page. */
export interface SubscriptionState {
  /** Up to where it knows the chat. */
  cursor: string | undefined;
  /** Whether the visitor has the chat before their eyes: then no mail is sent about what arrives. */
  watched: boolean;
}

/**
 * Subscribes to a chat's live events and sends them, and the state of the connection, to the chat.
 *
 * `connected` is sent after every connect, once the server has accepted the subscription: a fetch from then on and the
 * live events leave no gap.
 *
 * @param known returns what holds at that moment.
 */
export function followChat(
  apiBase: string,
  access: ChatAccess,
  known: () => SubscriptionState,
  send: (event: ConnectionEvent) => void,
): Followed {
  let isOver = false;
  let followed: Followed | undefined;
  openSocket(apiBase).then(
    (socket) => {
      if (!isOver) followed = followOn(socket, access, known, send);
    },
    (error: unknown) => {
      console.error(error);
      send({ type: "disconnected" });
    },
  );
  return {
    emit: (event, payload) => followed?.emit(event, payload),
    tellWatched: () => followed?.tellWatched(),
    stop() {
      isOver = true;
      followed?.stop();
    },
  };
}

function followOn(
  socket: Socket,
  { feedbackId, token }: ChatAccess,
  known: () => SubscriptionState,
  send: (event: ConnectionEvent) => void,
): Followed {
  const room = { room: "chat", feedbackId };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const retryLater = (callback: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(callback, RETRY_DELAY_MS);
  };

  const subscription = () => {
    const { cursor, watched } = known();
    // With a cursor, events hold what has changed, and not the chat as a whole.
    return { ...room, token, after: cursor ?? "0", watching: watched };
  };
  const subscribe = async () => {
    const response = await requestSubscription(socket, subscription());
    if (isStopped || !socket.connected) return;
    if (response?.ok) {
      for (const [actor, cursor] of Object.entries(response.seen ?? {})) {
        send({ type: "seen", actor: actor as Actor, cursor });
      }
      return send({ type: "connected" });
    }
    // A wrong token is reported by the fetch of the chat.
    send({ type: "disconnected" });
    const isOver = response?.code === "invalid_token" || response?.code === "chat_erased";
    if (!isOver) retryLater(subscribe);
  };
  const handleDisconnect = () => {
    send({ type: "disconnected" });
    if (!socket.active) retryLater(() => socket.connect());
  };
  const isOurs = ({ feedback_id }: OfChat) => !feedback_id || feedback_id === feedbackId;
  const handleReply = (reply: ReplyCreated) => {
    if (isOurs(reply)) send({ type: "reply_created", reply: receivePart(reply) });
  };
  // The fetch that follows says that it is gone.
  const handleErased = (event: OfChat) => isOurs(event) && send({ type: "connected" });
  const handleTyping = (event: Typing & OfChat) => {
    if (isOurs(event)) send({ ...event, type: "typing" });
  };
  const handleSeen = (event: Seen & OfChat) => {
    if (isOurs(event)) send({ ...event, type: "seen" });
  };

  const listeners = {
    connect: subscribe,
    disconnect: handleDisconnect,
    connect_error: handleDisconnect,
    reply_created: handleReply,
    chat_erased: handleErased,
    typing: handleTyping,
    seen: handleSeen,
  };
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  if (socket.connected) void subscribe();

  return {
    emit(event, payload) {
      // What happens now is of no interest once the connection is back.
      if (!isStopped && socket.connected) socket.volatile.emit(event, { feedbackId, ...payload });
    },
    tellWatched() {
      // It changes the subscription that there is. A connection to come begins with what holds by then.
      if (!isStopped && socket.connected) socket.emit("subscribe", subscription());
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      if (socket.connected) socket.emit("unsubscribe", room);
    },
  };
}

/** The events name their chat. */
interface OfChat {
  feedback_id?: string | null;
}

/** The server's answer to a subscription. */
interface Acknowledgement {
  ok: boolean;
  code?: string;
  /** Up to where each side has seen the chat, as far as the server knows. */
  seen?: Partial<Record<Actor, string>>;
}

/** Returns the server's acknowledgement; `undefined` where none comes in time. */
async function requestSubscription(
  socket: Socket,
  subscription: object,
): Promise<Acknowledgement | undefined> {
  try {
    return await socket.timeout(ACKNOWLEDGEMENT_MS).emitWithAck("subscribe", subscription);
  } catch {
    return undefined;
  }
}
