import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createConnection } from "node:net";
import { io } from "socket.io-client";

/** Idle sockets that are connected at the same time while they begin. */
const AT_ONCE = 50;
/** Messages on their way at the same time while a long chat is filled. */
const FILLED_AT_ONCE = 64;

/** Gives a feedback that opens a chat. */
export async function openChat(url) {
  const { id, chat_token_string: token } = await call(url, "/v1/feedbacks", {}, feedback());
  return {
    id,
    token,
    messageRequest: () => ({
      path: `/v1/feedbacks/${id}/chat_messages`,
      headers: { "X-Chat-Token": token },
      body: { body: `Thank you, that has helped me. ${randomUUID()}` },
    }),
  };
}

function connect(url) {
  return io(url, { path: "/socket.io", transports: ["websocket"], forceNew: true });
}

/** Connects a socket that follows a chat, and gets only what changes unless it is to get the whole. */
export async function followChat(url, { id, token }, after) {
  const socket = connect(url);
  const { ok, code } = await socket.emitWithAck("subscribe", { room: "chat", feedbackId: id, token, after });
  if (!ok) throw new Error(`The subscription was refused: ${code}.`);
  return socket;
}

/** Connects idle sockets, each of which follows a chat of its own. */
export async function connectIdle(url, count) {
  const idle = await openAll(count, async () => followChat(url, await openChat(url), "0"));
  return { close: () => idle.forEach((socket) => void socket.disconnect()) };
}

/** Connects sockets that follow nothing: what is beyond that is what following costs. */
export async function connectSockets(url, count) {
  const sockets = await openAll(count, async () => {
    const socket = connect(url);
    await once(socket, "connect");
    return socket;
  });
  return { close: () => sockets.forEach((socket) => void socket.disconnect()) };
}

/** Opens connections that have asked for something and are kept: what is beyond that is what a socket costs. */
export async function connectPlain(url, count) {
  const { hostname, port } = new URL(url);
  const connections = await openAll(count, async () => {
    const connection = createConnection(Number(port), hostname);
    connection.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    await once(connection, "data");
    return connection;
  });
  return { close: () => connections.forEach((connection) => void connection.destroy()) };
}

/** Opens as many, some at the same time. */
async function openAll(count, open) {
  const opened = [];
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, open);
    opened.push(...(await Promise.all(batch)));
  }
  return opened;
}

/** Opens a chat with so many messages, which a visitor follows. */
export async function longChat(url, staffToken, length) {
  const chat = await openChat(url);
  const headers = { Authorization: `Bearer ${staffToken}` };
  const path = `/v1/staff/chats/${chat.id}/messages`;
  for (let filled = 0; filled < length; filled += FILLED_AT_ONCE) {
    const count = Math.min(FILLED_AT_ONCE, length - filled);
    await Promise.all(
      Array.from({ length: count }, () => call(url, path, headers, { body: "Good to hear." })),
    );
  }
  const socket = await followChat(url, chat, String(length));
  let bytes = 0;
  let received = () => {};
  socket.on("reply_created", (event) => {
    bytes = JSON.stringify(event).length;
    received();
  });
  return {
    /** Has staff write, and waits until the visitor has it. */
    async exchange() {
      const event = new Promise((resolve) => {
        received = resolve;
      });
      await call(url, path, headers, { body: "Good to hear." });
      await event;
    },
    eventBytes: () => bytes,
    close: () => socket.disconnect(),
  };
}

export async function call(url, path, headers, body) {
  const response = await fetch(url + path, {
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
  return response.json();
}

function feedback() {
  return {
    device_id: randomUUID(),
    node_id: "demo-widget",
    flow_id: "demo-widget-flow",
    language_id: "en",
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 5,
    responses: [
      { question_id: "q-found", option_id: "found-yes" },
      { question_id: "q-talk", option_id: "talk-yes" },
    ],
  };
}
