import { randomUUID } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import { Pulsen } from "../../widget/e2e/support/pulsen";
import { type Access, type Chat, giveFeedback, StaffApi, saidIn, VisitorApi } from "./support/chatApi";
import { expect, RECORDS, test } from "./support/test";

for (const transport of ["websocket", "polling"]) {
  test.describe(`the official client by ${transport} alone`, () => {
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

    test("follows a chat with its token", async ({ pulsen, staff }) => {
      const access = await giveFeedback(pulsen);
      const follower = connect(pulsen.url);
      expect(await subscribe(follower, access)).toEqual({ ok: true });
      expect(follower.io.engine.transport.name).toBe(transport);

      const told = nextReply(follower);
      await staff.say(access.feedbackId, "Hello");
      const reply = await told;
      expect(reply).toMatchObject({ feedback_id: access.feedbackId, status: "open", chat_ratings: [] });
      expect(reply).toHaveProperty("chat_rating_enabled");
      expect(saidIn(reply.timeline_items)).toEqual(["staff: Hello"]);

      const second = nextReply(follower);
      await new VisitorApi(pulsen, access).say("And hello to you");
      // The whole timeline, each time.
      expect(saidIn((await second).timeline_items)).toEqual(["staff: Hello", "customer: And hello to you"]);
    });

    test("is refused without a token, with another chat's, and for another room", async ({
      pulsen,
      staff,
    }) => {
      const access = await giveFeedback(pulsen);
      const other = await giveFeedback(pulsen);
      const intruder = connect(pulsen.url);
      const heard: Chat[] = [];
      intruder.on("reply_created", (reply) => heard.push(reply));
      const { feedbackId } = access;
      const refused = { ok: false, code: "invalid_token" };
      expect(await subscribe(intruder, { feedbackId, token: other.token })).toEqual(refused);
      expect(await subscribe(intruder, { feedbackId, token: "" })).toEqual(refused);
      expect(await subscribe(intruder, { feedbackId: "nobody", token: access.token })).toEqual(refused);
      for (const request of [{ room: "chat", feedbackId }, { ...access, room: "staff" }, "chat", null]) {
        expect(await intruder.emitWithAck("subscribe", request), JSON.stringify(request)).toMatchObject({
          ok: false,
        });
      }

      const follower = connect(pulsen.url);
      await subscribe(follower, access);
      const told = nextReply(follower);
      await staff.say(feedbackId, "Between us");
      await told;
      // Its connection keeps the order: what it was told comes before this answer.
      await subscribe(intruder, { feedbackId, token: "" });
      expect(heard).toEqual([]);
    });

    test("hears nothing more after it unsubscribed", async ({ pulsen, staff }) => {
      const access = await giveFeedback(pulsen);
      const { feedbackId } = access;
      const leaver = connect(pulsen.url);
      const stayer = connect(pulsen.url);
      await Promise.all([subscribe(leaver, access), subscribe(stayer, access)]);
      const heard: Chat[] = [];
      leaver.on("reply_created", (reply) => heard.push(reply));

      await staff.say(feedbackId, "One");
      await expect.poll(() => heard.length).toBe(1);
      expect(await leaver.emitWithAck("unsubscribe", { room: "chat", feedbackId })).toEqual({ ok: true });
      const told = replyWith(stayer, "staff: Two");
      await staff.say(feedbackId, "Two");
      await told;
      await leaver.emitWithAck("unsubscribe", { room: "chat", feedbackId });
      expect(heard).toHaveLength(1);

      await subscribe(leaver, access);
      await staff.say(feedbackId, "Three");
      await expect.poll(() => heard.length).toBe(2);
    });
  });
}

test("a server that dies in mid conversation loses and doubles nothing", async () => {
  const server = await Pulsen.start({ hostname: "localhost" });
  const follower = io(server.url, { path: "/socket.io", forceNew: true, reconnectionDelay: 50 });
  try {
    server.import(RECORDS);
    const staff = new StaffApi(server, server.staffToken("Ayşe"));
    const access = await giveFeedback(server);
    const visitor = new VisitorApi(server, access);
    const seen = followByCursor(follower, visitor, access);

    // Both write as fast as they can, on and on; what fails is tried again with the same key, as our own client does.
    const writers = [
      new Writer("visitor", (body, key) => visitor.say(body, key)),
      new Writer("staff", (body, key) => staff.say(access.feedbackId, body, key)),
    ];
    await Promise.all(writers.map((writer) => writer.hasWritten(10)));
    await server.kill();
    await server.restart();
    await Promise.all(writers.map((writer) => writer.hasWritten(10)));
    const [byVisitor, byStaff] = await Promise.all(writers.map((writer) => writer.stop()));

    const inTheEnd = saidIn((await staff.chat(access.feedbackId)).timeline_items);
    const by = (actor: string) => inTheEnd.filter((line) => line.startsWith(actor));
    expect(by("customer")).toEqual(byVisitor?.map((body) => `customer: ${body}`));
    expect(by("staff")).toEqual(byStaff?.map((body) => `staff: ${body}`));
    expect(inTheEnd).toHaveLength(by("customer").length + by("staff").length);
    await expect.poll(seen).toEqual(inTheEnd);
  } finally {
    follower.disconnect();
    await server.stop();
  }
});

/** Says one thing after the other until it is told to stop, each until the server has taken it. */
class Writer {
  private readonly taken: string[] = [];
  private stopped = false;
  private readonly done: Promise<void>;

  constructor(name: string, say: (body: string, key: string) => Promise<unknown>) {
    this.done = this.write(name, say);
  }

  /** Waits until the server has taken so many more than until now. */
  async hasWritten(more: number): Promise<void> {
    const enough = this.taken.length + more;
    await expect
      .poll(() => this.taken.length, { intervals: [20], timeout: 60_000 })
      .toBeGreaterThanOrEqual(enough);
  }

  /** Ends after the message under way, and gives all that the server has taken, in order. */
  async stop(): Promise<string[]> {
    this.stopped = true;
    await this.done;
    return this.taken;
  }

  private async write(name: string, say: (body: string, key: string) => Promise<unknown>): Promise<void> {
    while (!this.stopped) {
      const body = `${name} ${this.taken.length}`;
      const key = randomUUID();
      await expect(() => say(body, key)).toPass({ intervals: [20], timeout: 60_000 });
      this.taken.push(body);
    }
  }
}

/**
 * Keeps up with a chat by what came after a cursor, asked for on each connect and each event. Nothing is sorted and
 * nothing is thrown out: what the server says twice is there twice.
 */
function followByCursor(socket: Socket, visitor: VisitorApi, access: Access): () => string[] {
  const seen: string[] = [];
  let cursor: string | undefined;
  let asking = Promise.resolve();
  const ask = () => {
    asking = asking.then(async () => {
      const news = await visitor.chat(cursor).catch(() => undefined);
      // Whoever cannot be asked is asked on the next connect.
      if (!news) return;
      cursor = news.cursor;
      seen.push(...saidIn(news.timeline_items));
    });
  };
  socket.on("connect", async () => {
    // A connection that is lost again brings another `connect`.
    if (await subscribe(socket, access).catch(() => undefined)) ask();
  });
  socket.on("reply_created", ask);
  return () => seen;
}

/** @throws when no acknowledgement comes, which is when the connection is lost. */
function subscribe(socket: Socket, { feedbackId, token }: Access): Promise<unknown> {
  return socket.timeout(30_000).emitWithAck("subscribe", { room: "chat", feedbackId, token });
}

function nextReply(socket: Socket): Promise<Chat & { feedback_id: string }> {
  return new Promise((resolve) => {
    socket.once("reply_created", resolve);
  });
}

/** Waits for the event that tells of this message; one of before may still be on its way. */
function replyWith(socket: Socket, said: string): Promise<void> {
  return new Promise((resolve) => {
    const listen = ({ timeline_items: items }: Chat) => {
      if (!saidIn(items).includes(said)) return;
      socket.off("reply_created", listen);
      resolve();
    };
    socket.on("reply_created", listen);
  });
}
