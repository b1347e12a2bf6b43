import type { Socket } from "socket.io-client";
import type { ChatAccess } from "../access";
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
  stop(): void;
}

/**
 * Subscribes to a chat's live events and sends them, and the state of the connection, to the chat.
 *
 * `connected` is sent after every connect, once the server has accepted the subscription: a fetch from then on and the
 * live events leave no gap.
 *
 * @param cursor returns up to where the page knows the chat.
 */
export function followChat(
  apiBase: string,
  access: ChatAccess,
  cursor: () => string | undefined,
  send: (event: ConnectionEvent) => void,
): Followed {
  let isOver = false;
  let followed: Followed | undefined;
  openSocket(apiBase).then(
    (socket) => {
      if (!isOver) followed = followOn(socket, access, cursor, send);
    },
    (error: unknown) => {
      console.error(error);
      send({ type: "disconnected" });
    },
  );
  return {
    emit: (event, payload) => followed?.emit(event, payload),
    stop() {
      isOver = true;
      followed?.stop();
    },
  };
}

function followOn(
  socket: Socket,
  { feedbackId, token }: ChatAccess,
  cursor: () => string | undefined,
  send: (event: ConnectionEvent) => void,
): Followed {
  const room = { room: "chat", feedbackId };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const retryLater = (callback: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(callback, RETRY_DELAY_MS);
  };

  const subscribe = async () => {
    // With a cursor, events hold what has changed, and not the chat as a whole.
    const response = await requestSubscription(socket, { ...room, token, after: cursor() ?? "0" });
    if (isStopped || !socket.connected) return;
    if (response?.ok) {
      for (const [actor, cursor] of Object.entries(response.seen ?? {})) {
        send({ type: "seen", actor: actor as Actor, cursor });
      }
      return send({ type: "connected" });
    }
    // A wrong token is reported by the fetch of the chat.
    send({ type: "disconnected" });
    if (response?.code !== "invalid_token") retryLater(subscribe);
  };
  const handleDisconnect = () => {
    send({ type: "disconnected" });
    if (!socket.active) retryLater(() => socket.connect());
  };
  const isOurs = ({ feedback_id }: OfChat) => !feedback_id || feedback_id === feedbackId;
  const handleReply = (reply: ReplyCreated) => {
    if (isOurs(reply)) send({ type: "reply_created", reply: receivePart(reply) });
  };
  const handleTyping = (event: Typing & OfChat) => {
    if (isOurs(event)) send({ ...event, type: "typing" });
  };
  const handleSeen = (event: Seen & OfChat) => {
    if (isOurs(event)) send({ ...event, type: "seen" });
  };

  socket.on("connect", subscribe);
  socket.on("disconnect", handleDisconnect);
  socket.on("connect_error", handleDisconnect);
  socket.on("reply_created", handleReply);
  socket.on("typing", handleTyping);
  socket.on("seen", handleSeen);
  if (socket.connected) void subscribe();

  return {
    emit(event, payload) {
      // What happens now is of no interest once the connection is back.
      if (socket.connected) socket.volatile.emit(event, { feedbackId, ...payload });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      socket.off("connect", subscribe);
      socket.off("disconnect", handleDisconnect);
      socket.off("connect_error", handleDisconnect);
      socket.off("reply_created", handleReply);
      socket.off("typing", handleTyping);
      socket.off("seen", handleSeen);
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
