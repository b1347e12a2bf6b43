// The two sides of a chat, as clients that obey docs/chat.md. They send until they get an answer, and follow by cursor.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";

/** Between two attempts. */
const PAUSE_MS = 100;
/** An answer that takes longer is lost. */
const ANSWER_MS = 5_000;
const LONGEST_WAIT_S = 20;

/** What both sides have in common. */
class Participant {
  #items = new Map();
  #changed = new Set();
  cursor = "0";
  closed = false;

  constructor(url, chat) {
    this.url = url;
    this.chat = chat;
  }

  /** Sends a message until it is acknowledged. */
  async send(body) {
    const headers = { ...this.headers, "Idempotency-Key": randomUUID() };
    for (;;) {
      const answer = await this.call(this.messagesPath, { method: "POST", headers, body: { body } });
      if (answer) return;
      await sleep(PAUSE_MS);
    }
  }

  /** Takes what an answer or an event brings. */
  take({ timeline_items: items, cursor }) {
    for (const item of items) this.#items.set(item.id, item);
    if (positionOf(cursor) > positionOf(this.cursor)) this.cursor = cursor;
    for (const look of this.#changed) look();
  }

  bodies() {
    return [...this.#items.values()]
      .sort((a, b) => a.position - b.position)
      .map(({ detail }) => detail.comment.body);
  }

  /** Waits until a condition about the messages holds. */
  async holds(condition, limit) {
    const met = withResolvers();
    const look = () => condition(this.bodies()) && met.resolve(true);
    this.#changed.add(look);
    look();
    const isMet = await Promise.race([met.promise, sleep(limit, false, { ref: false })]);
    this.#changed.delete(look);
    if (!isMet) throw new Error(`The ${this.name} holds ${this.#items.size} messages after ${limit} ms.`);
  }

  /** Returns the answer; undefined if there was none, or one that says to try again. */
  async call(path, { method = "GET", headers = this.headers, body, limit = ANSWER_MS } = {}) {
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { ...headers, "Content-Type": "application/json", Connection: "close" },
        signal: AbortSignal.timeout(limit),
        ...(body && { body: JSON.stringify(body) }),
      });
      if (response.ok) return await response.json();
      const text = await response.text();
      if (response.status !== 503) throw new RefusedError(`${response.status} for ${path}: ${text}`);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
    }
  }
}

/** The server's answer will not change. */
class RefusedError extends Error {}

/** Somebody who follows by the socket, and fetches only what the protocol says. */
class SocketParticipant extends Participant {
  constructor(url, chat, transports = ["websocket"]) {
    super(url, chat);
    this.transports = transports;
  }

  async follow() {
    this.socket = io(this.url, {
      transports: this.transports,
      forceNew: true,
      reconnectionDelay: PAUSE_MS,
      reconnectionDelayMax: 5 * PAUSE_MS,
      timeout: ANSWER_MS,
    });
    this.listen();
    const subscribed = withResolvers();
    this.socket.on("connect", async () => {
      while (this.socket.connected) {
        const answer = await this.socket
          .timeout(ANSWER_MS)
          .emitWithAck("subscribe", this.subscription)
          .catch(() => undefined);
        if (answer?.ok) break;
        await sleep(PAUSE_MS);
      }
      await this.fetch();
      subscribed.resolve();
    });
    await subscribed.promise;
  }

  async fetch() {
    while (!this.closed) {
      const chat = await this.call(`${this.chatPath}?after=${this.cursor}`);
      if (chat) return this.take(chat);
      await sleep(PAUSE_MS);
    }
  }

  close() {
    this.closed = true;
    this.socket.disconnect();
  }
}

/** A visitor, whose events hold what has changed. */
export class Customer extends SocketParticipant {
  name = "customer";

  get headers() {
    return { "X-Chat-Token": this.chat.token };
  }

  get messagesPath() {
    return `/v1/feedbacks/${this.chat.id}/chat_messages`;
  }

  get chatPath() {
    return `/v1/feedbacks/${this.chat.id}/chat`;
  }

  get subscription() {
    return { room: "chat", feedbackId: this.chat.id, token: this.chat.token, after: this.cursor };
  }

  listen() {
    this.socket.on("reply_created", (event) => {
      // Something before it is missing.
      if (event.timeline_after > positionOf(this.cursor)) this.fetch();
      else this.take(event);
    });
  }
}

/** Staff on the socket of the inbox, whose events say that a chat has changed, and not how. */
export class InboxStaff extends SocketParticipant {
  name = "staff on a socket";

  constructor(url, chat, token, transports) {
    super(url, chat, transports);
    this.token = token;
  }

  get headers() {
    return { Authorization: `Bearer ${this.token}` };
  }

  get chatPath() {
    return `/v1/staff/chats/${this.chat.id}`;
  }

  get subscription() {
    return { room: "staff", token: this.token };
  }

  listen() {
    this.socket.on("inbox_changed", ({ feedback_id: id, cursor }) => {
      if (id === this.chat.id && positionOf(cursor) > positionOf(this.cursor)) this.fetch();
    });
  }
}

/** Follows by requests that wait. */
export class Staff extends Participant {
  name = "staff";

  constructor(url, chat, token) {
    super(url, chat);
    this.token = token;
  }

  get headers() {
    return { Authorization: `Bearer ${this.token}` };
  }

  get messagesPath() {
    return `/v1/staff/chats/${this.chat.id}/messages`;
  }

  async follow() {
    this.#waitForNews();
  }

  async #waitForNews() {
    const limit = LONGEST_WAIT_S * 1_000 + ANSWER_MS;
    while (!this.closed) {
      const path = `/v1/staff/chats/${this.chat.id}?after=${this.cursor}&wait=${LONGEST_WAIT_S}`;
      const chat = await this.call(path, { limit });
      if (chat) this.take(chat);
      else await sleep(PAUSE_MS);
    }
  }

  close() {
    this.closed = true;
  }
}

/** Gives a feedback whose flow ends in a chat. */
export async function openChat(url) {
  const response = await fetch(`${url}/v1/feedbacks`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      device_id: randomUUID(),
      created_at: new Date().toISOString(),
      node_id: "door",
      flow_id: "visit",
      flow_revision: 1,
      time_spent_in_seconds: 12,
      responses: [
        { question_id: "mood", option_id: "bad" },
        { question_id: "why", body: "Too cold" },
      ],
    }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { id, chat_token_string: token } = await response.json();
  return { id, token };
}

function positionOf(cursor) {
  return Number.parseInt(cursor, 10);
}

function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve) => {
    parts.resolve = resolve;
  });
  return parts;
}
