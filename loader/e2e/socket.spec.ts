import { randomUUID } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import {
  type Chat,
  type ChatAccess,
  messageLines,
  StaffApi,
  submitFeedback,
  VisitorApi,
} from "./support/chatApi";
import { PulsenServer } from "./support/pulsenServer";
import { expect, RECORDS, test } from "./support/test";

for (const transport of ["websocket", "polling"]) {
  test.describe(`the official client with ${transport} only`, () => {
    let sockets: Socket[];
    test.beforeEach(() => {
      sockets = [];
    });
    test.afterEach(() => {
      for (const socket of sockets) socket.disconnect();
    });

    function connect(url: string): Socket {
      const socket = io(url, { path: "/socket.io", transports: [transport], forceNew: true });
      sockets.push(socket);
      return socket;
    }

    test("receives the updates of a chat with its token", async ({ pulsen, staff }) => {
      const access = await submitFeedback(pulsen);
      const follower = connect(pulsen.url);
      expect(await subscribe(follower, access)).toEqual({ ok: true });
      expect(follower.io.engine.transport.name).toBe(transport);

      const update = nextReply(follower);
      await staff.sendMessage(access.feedbackId, "Hello");
      const reply = await update;
      expect(reply).toMatchObject({ feedback_id: access.feedbackId, status: "open", chat_ratings: [] });
      expect(reply).toHaveProperty("chat_rating_enabled");
      expect(messageLines(reply.timeline_items)).toEqual(["staff: Hello"]);

      const second = nextReply(follower);
      await new VisitorApi(pulsen, access).sendMessage("And hello to you");
      // Each event has the whole timeline.
      expect(messageLines((await second).timeline_items)).toEqual([
        "staff: Hello",
        "customer: And hello to you",
      ]);
    });

    test("is refused without a token, with the token of another chat, and for another room", async ({
      pulsen,
      staff,
    }) => {
      const access = await submitFeedback(pulsen);
      const other = await submitFeedback(pulsen);
      const intruder = connect(pulsen.url);
      const received: Chat[] = [];
      intruder.on("reply_created", (reply) => received.push(reply));
      const { feedbackId } = access;
      const refused = { ok: false, code: "invalid_token" };
      expect(await subscribe(intruder, { feedbackId, token: other.token })).toEqual(refused);
      expect(await subscribe(intruder, { feedbackId, token: "" })).toEqual(refused);
      expect(await subscribe(intruder, { feedbackId: "nobody", token: access.token })).toEqual(refused);
      // On a connection of its own: the server cuts one after five refused calls.
      const guesser = connect(pulsen.url);
      for (const request of [{ room: "chat", feedbackId }, { ...access, room: "staff" }, "chat", null]) {
        expect(await guesser.emitWithAck("subscribe", request), JSON.stringify(request)).toMatchObject({
          ok: false,
        });
      }

      const follower = connect(pulsen.url);
      await subscribe(follower, access);
      const update = nextReply(follower);
      await staff.sendMessage(feedbackId, "Between us");
      await update;
      // The connection keeps the order: an event would have arrived before this acknowledgement.
      await subscribe(intruder, { feedbackId, token: "" });
      expect(received).toEqual([]);
    });

    test("receives no more updates after it has unsubscribed", async ({ pulsen, staff }) => {
      const access = await submitFeedback(pulsen);
      const { feedbackId } = access;
      const leaver = connect(pulsen.url);
      const stayer = connect(pulsen.url);
      await Promise.all([subscribe(leaver, access), subscribe(stayer, access)]);
      const received: Chat[] = [];
      leaver.on("reply_created", (reply) => received.push(reply));

      await staff.sendMessage(feedbackId, "One");
      await expect.poll(() => received.length).toBe(1);
      expect(await leaver.emitWithAck("unsubscribe", { room: "chat", feedbackId })).toEqual({ ok: true });
      const update = replyWith(stayer, "staff: Two");
      await staff.sendMessage(feedbackId, "Two");
      await update;
      await leaver.emitWithAck("unsubscribe", { room: "chat", feedbackId });
      expect(received).toHaveLength(1);

      await subscribe(leaver, access);
      await staff.sendMessage(feedbackId, "Three");
      await expect.poll(() => received.length).toBe(2);
    });
  });
}

test("a server crash loses and duplicates no message", async () => {
  const server = await PulsenServer.start({ hostname: "localhost" });
  const follower = io(server.url, { path: "/socket.io", forceNew: true, reconnectionDelay: 50 });
  try {
    server.import(RECORDS);
    const staff = new StaffApi(server, server.staffToken("Ayşe"));
    const access = await submitFeedback(server);
    const visitor = new VisitorApi(server, access);
    const seen = followByCursor(follower, visitor, access);

    // Both write as fast as they can and repeat what fails with the same key, as the widget does.
    const writers = [
      new Writer("visitor", (body, key) => visitor.sendMessage(body, key)),
      new Writer("staff", (body, key) => staff.sendMessage(access.feedbackId, body, key)),
    ];
    await Promise.all(writers.map((writer) => writer.waitUntilWritten(10)));
    await server.kill();
    await server.restart();
    await Promise.all(writers.map((writer) => writer.waitUntilWritten(10)));
    const [byVisitor, byStaff] = await Promise.all(writers.map((writer) => writer.stop()));

    const lines = messageLines((await staff.chat(access.feedbackId)).timeline_items);
    const by = (actor: string) => lines.filter((line) => line.startsWith(actor));
    expect(by("customer")).toEqual(byVisitor?.map((body) => `customer: ${body}`));
    expect(by("staff")).toEqual(byStaff?.map((body) => `staff: ${body}`));
    expect(lines).toHaveLength(by("customer").length + by("staff").length);
    await expect.poll(seen).toEqual(lines);
  } finally {
    follower.disconnect();
    await server.stop();
  }
});

/** Sends one message after the other until it is stopped, and repeats each until the server has accepted it. */
class Writer {
  private readonly accepted: string[] = [];
  private stopped = false;
  private readonly done: Promise<void>;

  constructor(name: string, send: (body: string, key: string) => Promise<unknown>) {
    this.done = this.write(name, send);
  }

  /** Waits until the server has accepted this many more messages. */
  async waitUntilWritten(more: number): Promise<void> {
    const enough = this.accepted.length + more;
    await expect
      .poll(() => this.accepted.length, { intervals: [20], timeout: 60_000 })
      .toBeGreaterThanOrEqual(enough);
  }

  /** Stops after the current message and returns all accepted messages in order. */
  async stop(): Promise<string[]> {
    this.stopped = true;
    await this.done;
    return this.accepted;
  }

  private async write(name: string, send: (body: string, key: string) => Promise<unknown>): Promise<void> {
    while (!this.stopped) {
      const body = `${name} ${this.accepted.length}`;
      const key = randomUUID();
      await expect(() => send(body, key)).toPass({ intervals: [20], timeout: 60_000 });
      this.accepted.push(body);
    }
  }
}

/**
 * Follows a chat by requesting the changes after a cursor, on each connect and each event. Nothing is sorted or
 * removed: messages that the server sends twice appear twice.
 */
function followByCursor(socket: Socket, visitor: VisitorApi, access: ChatAccess): () => string[] {
  const seen: string[] = [];
  let cursor: string | undefined;
  let requests = Promise.resolve();
  const request = () => {
    requests = requests.then(async () => {
      const changes = await visitor.chat(cursor).catch(() => undefined);
      // The next connect repeats a request that failed.
      if (!changes) return;
      cursor = changes.cursor;
      seen.push(...messageLines(changes.timeline_items));
    });
  };
  socket.on("connect", async () => {
    // If the connection is lost again, another `connect` follows.
    if (await subscribe(socket, access).catch(() => undefined)) request();
  });
  socket.on("reply_created", request);
  return () => seen;
}

/** @throws if no acknowledgement comes, which means that the connection was lost. */
function subscribe(socket: Socket, { feedbackId, token }: ChatAccess): Promise<unknown> {
  return socket.timeout(30_000).emitWithAck("subscribe", { room: "chat", feedbackId, token });
}

function nextReply(socket: Socket): Promise<Chat & { feedback_id: string }> {
  return new Promise((resolve) => {
    socket.once("reply_created", resolve);
  });
}

/** Waits for the event with this message. Earlier events may still arrive before it. */
function replyWith(socket: Socket, line: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = ({ timeline_items: items }: Chat) => {
      if (!messageLines(items).includes(line)) return;
      socket.off("reply_created", listen);
      resolve();
    };
    socket.on("reply_created", listen);
  });
}
