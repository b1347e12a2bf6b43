import { randomUUID } from "node:crypto";
import { call, followChat, openChat } from "./chats.mjs";

const WARM_UP_MESSAGES = 20;
const MESSAGES_PER_CHAT = 30;

/**
 * Times messages in both directions, from before the POST until they have arrived: staff by requests that wait, the visitor
 * by a websocket with the official client. Alternating, so that other load on the machine affects both.
 */
export async function timeMessages(visitorUrl, staffUrl, staffToken, messages) {
  const times = { toStaff: [], toVisitor: [], stored: [] };
  let chat;
  for (let message = -WARM_UP_MESSAGES; message < messages; message++) {
    if (!chat || message % MESSAGES_PER_CHAT === 0) {
      chat?.disconnect();
      chat = await connectBoth(visitorUrl, staffUrl, staffToken);
    }
    const toStaff = await timeMessage(chat.sendToStaff, chat.receivedByStaff);
    const toVisitor = await timeMessage(chat.sendToVisitor, chat.receivedByVisitor);
    if (message < 0) continue;
    times.toStaff.push(toStaff.received);
    times.toVisitor.push(toVisitor.received);
    times.stored.push(toVisitor.stored);
  }
  chat.disconnect();
  return times;
}

async function timeMessage(send, isReceived) {
  const body = randomUUID();
  const received = isReceived(body).then(() => performance.now());
  const begin = performance.now();
  await send(body);
  const stored = performance.now();
  return { received: (await received) - begin, stored: stored - begin };
}

async function connectBoth(visitorUrl, staffUrl, staffToken) {
  const chat = await openChat(visitorUrl);
  const staffHeaders = { Authorization: `Bearer ${staffToken}` };
  const staffPath = `/v1/staff/chats/${chat.id}`;
  const visitorHeaders = { "X-Chat-Token": chat.token };
  const bodies = ({ timeline_items: items }) => items.map(({ detail }) => detail.comment.body);
  const socket = await followChat(visitorUrl, chat, "0");
  let { cursor } = await call(staffUrl, staffPath, staffHeaders);
  return {
    sendToStaff: (body) =>
      call(visitorUrl, `/v1/feedbacks/${chat.id}/chat_messages`, visitorHeaders, { body }),
    sendToVisitor: (body) => call(staffUrl, `${staffPath}/messages`, staffHeaders, { body }),
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
        const changes = await call(staffUrl, `${staffPath}?after=${cursor}&wait=20`, staffHeaders);
        ({ cursor } = changes);
        if (bodies(changes).includes(body)) return;
      }
    },
    disconnect: () => socket.disconnect(),
  };
}
