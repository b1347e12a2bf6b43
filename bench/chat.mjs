// How long a chat's message takes from its sender to the other side: from before the POST until the other side has it.
//
// Both sides are programs on this machine, the staff's waiting in a long request, the visitor's on a websocket by the
// official client. So it is the server that is measured, its commit to disk included, and no network.
import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";
import { startPulsen } from "./pulsen.mjs";
import { percentile, printTable } from "./stats.mjs";

const WARM_UP_MESSAGES = 20;
const MESSAGES = 300;
/** Each live event carries the whole timeline: chats as long as real ones. */
const MESSAGES_PER_CHAT = 30;

const pulsen = await startPulsen();
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
      chat?.leave();
      chat = await openChat(staffHeaders);
    }
    // In turns, so that whatever else the machine does reaches both alike.
    const toStaff = await timeMessage(chat.say, chat.staffHears);
    const toVisitor = await timeMessage(chat.staffSays, chat.visitorHears);
    if (message < 0) continue;
    times.toStaff.push(toStaff.heard);
    times.visitorStored.push(toStaff.stored);
    times.toVisitor.push(toVisitor.heard);
    times.staffStored.push(toVisitor.stored);
  }
  chat.leave();

  printTable([
    [`${MESSAGES} messages each, ms`, "p50", "p99", "most"],
    ["the visitor's POST until the staff have it", ...spread(times.toStaff)],
    ["the staff's POST until the visitor has it", ...spread(times.toVisitor)],
    ["the visitor's POST until its answer", ...spread(times.visitorStored)],
    ["the staff's POST until its answer", ...spread(times.staffStored)],
  ]);
}

function spread(times) {
  return [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(1));
}

async function timeMessage(say, hears) {
  const body = randomUUID();
  const heard = hears(body).then(() => performance.now());
  const begin = performance.now();
  await say(body);
  const stored = performance.now();
  return { heard: (await heard) - begin, stored: stored - begin };
}

/** A chat with both sides in it. */
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
    say: (body) => call(`/v1/feedbacks/${id}/chat_messages`, visitorHeaders, { body }),
    staffSays: (body) => call(`${staffPath}/messages`, staffHeaders, { body }),
    visitorHears: (body) =>
      new Promise((resolve) => {
        socket.on("reply_created", function listen(reply) {
          if (!bodies(reply).includes(body)) return;
          socket.off("reply_created", listen);
          resolve();
        });
      }),
    async staffHears(body) {
      for (;;) {
        const news = await call(`${staffPath}?after=${cursor}&wait=20`, staffHeaders);
        ({ cursor } = news);
        if (bodies(news).includes(body)) return;
      }
    },
    leave: () => socket.disconnect(),
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
  const answer = await fetch(pulsen.url + path, {
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`);
  return answer.json();
}
