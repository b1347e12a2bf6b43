import type { Socket } from "socket.io-client";
import type { ChatAccess } from "../access";
import type { ConnectionEvent } from "../timeline/chatEvents";
import type { ReplyCreated } from "../timeline/wire";
import { openSocket } from "./socket";

/** How long the server may take to acknowledge a subscription. */
const ACKNOWLEDGEMENT_MS = 10_000;

/** Pause before another attempt where the library makes none: after a refusal or a disconnect by the server. */
const RETRY_DELAY_MS = 5_000;

/**
 * Subscribes to a chat's live events and sends them, and the state of the connection, to the chat. Returns the function
 * that stops it.
 *
 * `connected` is sent after every connect, once the server has accepted the subscription: a fetch from then on and the
 * live events leave no gap.
 */
export function followChat(
  apiBase: string,
  access: ChatAccess,
  send: (event: ConnectionEvent) => void,
): () => void {
  let isOver = false;
  let stop = () => {};
  openSocket(apiBase).then(
    (socket) => {
      if (!isOver) stop = followOn(socket, access, send);
    },
    (error: unknown) => {
      console.error(error);
      send({ type: "disconnected" });
    },
  );
  return () => {
    isOver = true;
    stop();
  };
}

function followOn(
  socket: Socket,
  { feedbackId, token }: ChatAccess,
  send: (event: ConnectionEvent) => void,
): () => void {
  const room = { room: "chat", feedbackId };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const retryLater = (callback: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(callback, RETRY_DELAY_MS);
  };

  const subscribe = async () => {
    const response = await requestSubscription(socket, { ...room, token });
    if (isStopped || !socket.connected) return;
    if (response?.ok) return send({ type: "connected" });
    // A wrong token is reported by the fetch of the chat.
    send({ type: "disconnected" });
    if (response?.code !== "invalid_token") retryLater(subscribe);
  };
  const handleDisconnect = () => {
    send({ type: "disconnected" });
    if (!socket.active) retryLater(() => socket.connect());
  };
  const handleReply = (reply: ReplyCreated) => {
    if (!reply.feedback_id || reply.feedback_id === feedbackId) send({ type: "reply_created", reply });
  };

  socket.on("connect", subscribe);
  socket.on("disconnect", handleDisconnect);
  socket.on("connect_error", handleDisconnect);
  socket.on("reply_created", handleReply);
  if (socket.connected) void subscribe();

  return () => {
    isStopped = true;
    clearTimeout(timer);
    socket.off("connect", subscribe);
    socket.off("disconnect", handleDisconnect);
    socket.off("connect_error", handleDisconnect);
    socket.off("reply_created", handleReply);
    if (socket.connected) socket.emit("unsubscribe", room);
  };
}

/** Returns the server's acknowledgement; `undefined` where none comes in time. */
async function requestSubscription(
  socket: Socket,
  subscription: object,
): Promise<{ ok: boolean; code?: string } | undefined> {
  try {
    return await socket.timeout(ACKNOWLEDGEMENT_MS).emitWithAck("subscribe", subscription);
  } catch {
    return undefined;
  }
}
