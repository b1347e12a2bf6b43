// Measures how long a chat message takes from its sender to the recipient: from before the POST until it has arrived.
//
// Both sides run on this machine: the staff side uses long polling, the visitor's side a websocket with the official
// client. The figures are the server's, including its commit to disk, without a network.
import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { startPulsen } from "./server.mjs";
import { percentile, printTable } from "./stats.mjs";

const WARM_UP_MESSAGES = 20;
const MESSAGES = 300;
/** Each live event contains the whole timeline, so the chats are only as long as real ones. */
const MESSAGES_PER_CHAT = 30;

const pulsen = await startPulsen(["--rate-limit", "off"]);
try {
  await main();
} finally {
  await pulsen.stop();
}

async function main() {
  const staffHeaders = { Authorization: `Bearer ${pulsen.staffToken()}` };
  const times = { toStaff: [], toVisitor: [], visitorStored: [], staffStored: [] };
  let chat;
  for (let message = -WARM_UP_MESSAGES; message < MESSAGES; message++) {
    if (!chat || message % MESSAGES_PER_CHAT === 0) {
      chat?.disconnect();
      chat = await openChat(staffHeaders);
    }
    // Alternating, so that other load on the machine affects both directions.
    const toStaff = await timeMessage(chat.sendToStaff, chat.receivedByStaff);
    const toVisitor = await timeMessage(chat.sendToVisitor, chat.receivedByVisitor);
    if (message < 0) continue;
    times.toStaff.push(toStaff.received);
    times.visitorStored.push(toStaff.stored);
    times.toVisitor.push(toVisitor.received);
    times.staffStored.push(toVisitor.stored);
  }
  chat.disconnect();

  printTable([
    [`${MESSAGES} messages each, ms`, "p50", "p99", "max"],
    ["visitor's POST until the staff have received it", ...spread(times.toStaff)],
    ["staff's POST until the visitor has received it", ...spread(times.toVisitor)],
    ["visitor's POST until its response", ...spread(times.visitorStored)],
    ["staff's POST until its response", ...spread(times.staffStored)],
  ]);
}

function spread(times) {
  return [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(1));
}

async function timeMessage(send, isReceived) {
  const body = randomUUID();
  const received = isReceived(body).then(() => performance.now());
  const begin = performance.now();
  await send(body);
  const stored = performance.now();
  return { received: (await received) - begin, stored: stored - begin };
}

/** Creates a chat and connects both sides. */
async function openChat(staffHeaders) {
  const { id, chat_token_string: token } = await call("/v1/feedbacks", {}, feedback());
  const staffPath = `/v1/staff/chats/${id}`;
  const visitorHeaders = { "X-Chat-Token": token };
  const bodies = ({ timeline_items: items }) => items.map(({ detail }) => detail.comment.body);

  const socket = io(pulsen.url, { path: "/socket.io", transports: ["websocket"], forceNew: true });
  const { ok } = await socket.emitWithAck("subscribe", { room: "chat", feedbackId: id, token });
  if (!ok) throw new Error("The subscription was refused.");
  let { cursor } = await call(staffPath, staffHeaders);

  return {
    sendToStaff: (body) => call(`/v1/feedbacks/${id}/chat_messages`, visitorHeaders, { body }),
    sendToVisitor: (body) => call(`${staffPath}/messages`, staffHeaders, { body }),
    receivedByVisitor: (body) =>
      new Promise((resolve) => {
        socket.on("reply_created", function listen(reply) {
          if (!bodies(reply).includes(body)) return;
          socket.off("reply_created", listen);
          resolve();
        });
      }),
    async receivedByStaff(body) {
      for (;;) {
        const changes = await call(`${staffPath}?after=${cursor}&wait=20`, staffHeaders);
        ({ cursor } = changes);
        if (bodies(changes).includes(body)) return;
      }
    },
    disconnect: () => socket.disconnect(),
  };
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

async function call(path, headers, body) {
  const response = await fetch(pulsen.url + path, {
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
  return response.json();
}
