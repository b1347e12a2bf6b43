import type { Socket } from "socket.io-client";
import type { ChatAccess } from "../access";
import type { ChatEvent } from "../timeline/messages";
import type { ReplyCreated } from "../timeline/wire";
import { openSocket } from "./socket";

/** How long the server may take to say whether it took a subscription. */
const ACKNOWLEDGEMENT_MS = 10_000;

/** The library reconnects by itself, but not after the server has sent it away. */
const TURNED_AWAY_MS = 5_000;

/**
 * Tells of a chat's live events and of the connection that brings them, until the returned function is called.
 *
 * `connected` comes after the server has taken the subscription, on every connect: what is fetched from then on and
 * what is told leave no gap between them.
 */
export function followChat(
  apiBase: string,
  access: ChatAccess,
  tell: (event: ChatEvent) => void,
): () => void {
  let isOver = false;
  let stop = () => {};
  openSocket(apiBase).then(
    (socket) => {
      if (!isOver) stop = followOn(socket, access, tell);
    },
    (error: unknown) => {
      console.error(error);
      tell({ type: "disconnected" });
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
  tell: (event: ChatEvent) => void,
): () => void {
  const room = { room: "chat", feedbackId };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (callback: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(callback, TURNED_AWAY_MS);
  };

  const subscribe = async () => {
    const answer = await askFor(socket, { ...room, token });
    if (!socket.connected) return;
    if (answer?.ok) return tell({ type: "connected" });
    // What is wrong with a token is said where the chat is asked for.
    tell({ type: "disconnected" });
    if (answer?.code !== "invalid_token") later(subscribe);
  };
  const interrupted = () => {
    tell({ type: "disconnected" });
    if (!socket.active) later(() => socket.connect());
  };
  const replied = (reply: ReplyCreated) => {
    if (!reply.feedback_id || reply.feedback_id === feedbackId) tell({ type: "reply_created", reply });
  };

  socket.on("connect", subscribe);
  socket.on("disconnect", interrupted);
  socket.on("connect_error", interrupted);
  socket.on("reply_created", replied);
  if (socket.connected) void subscribe();

  return () => {
    clearTimeout(timer);
    socket.off("connect", subscribe);
    socket.off("disconnect", interrupted);
    socket.off("connect_error", interrupted);
    socket.off("reply_created", replied);
    if (socket.connected) socket.emit("unsubscribe", room);
  };
}

/** What the server says to a subscription; `undefined` where it says nothing in time. */
async function askFor(
  socket: Socket,
  subscription: object,
): Promise<{ ok: boolean; code?: string } | undefined> {
  try {
    return await socket.timeout(ACKNOWLEDGEMENT_MS).emitWithAck("subscribe", subscription);
  } catch {
    return undefined;
  }
}
