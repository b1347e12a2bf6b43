import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatEvent } from "../timeline/chatEvents";
import { message, timelinePart } from "../timeline/testChat";
import { followChat, type SubscriptionState } from "./followChat";
import { openSocket } from "./socket";

vi.mock("./socket", () => ({ openSocket: vi.fn() }));

const ACCESS = { feedbackId: "f", token: "t" };
const SUBSCRIPTION = { room: "chat", feedbackId: "f", token: "t", after: "0", watching: true };

let socket: FakeSocket;
let sent: ChatEvent[];
let known: SubscriptionState;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  sent = [];
  known = { cursor: undefined, watched: true };
  vi.mocked(openSocket).mockResolvedValue(socket as never);
});

afterEach(() => vi.useRealTimers());

describe("a subscription", () => {
  it("is requested on every connect, and takes effect when the server accepts it", async () => {
    await follow();
    socket.connects();
    expect(socket.requested).toEqual([["subscribe", SUBSCRIPTION]]);
    expect(sent).toEqual([]);
    await socket.acknowledges({ ok: true });
    expect(sent).toEqual([{ type: "connected" }]);

    socket.disconnects();
    // What the page knows by then need not come again.
    known = { cursor: "7", watched: true };
    socket.connects();
    expect(socket.requested.at(-1)).toEqual(["subscribe", { ...SUBSCRIPTION, after: "7" }]);
    await socket.acknowledges({ ok: true });
    expect(sent.map(({ type }) => type)).toEqual(["connected", "disconnected", "connected"]);
  });

  it("is requested at once where the socket is connected already", async () => {
    socket.connected = true;
    await follow();
    expect(socket.requested).toHaveLength(1);
  });

  it("is requested again after a refusal and after a timeout", async () => {
    await follow();
    socket.connects();
    await socket.acknowledges({ ok: false, code: "rate_limited" });
    expect(sent).toEqual([{ type: "disconnected" }]);
    await vi.advanceTimersByTimeAsync(5_000);
    await socket.acknowledges(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.requested).toHaveLength(3);
    await socket.acknowledges({ ok: true });
    expect(sent.at(-1)).toEqual({ type: "connected" });
  });

  it("is not requested again with a wrong token", async () => {
    await follow();
    socket.connects();
    await socket.acknowledges({ ok: false, code: "invalid_token" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.requested).toHaveLength(1);
  });

  it("has no effect when the acknowledgement comes after a disconnect", async () => {
    await follow();
    socket.connects();
    socket.disconnects();
    await socket.acknowledges({ ok: true });
    expect(sent).toEqual([{ type: "disconnected" }]);
  });

  it("says whether the visitor watches, also when that changes", async () => {
    const { tellWatched } = await follow();
    tellWatched();
    expect(socket.emitted).toEqual([]);
    known = { cursor: "7", watched: false };
    socket.connects();
    const unwatched = { ...SUBSCRIPTION, after: "7", watching: false };
    expect(socket.requested).toEqual([["subscribe", unwatched]]);
    known = { cursor: "8", watched: true };
    tellWatched();
    expect(socket.emitted).toEqual([["subscribe", { ...SUBSCRIPTION, after: "8" }]]);
  });

  it("is cancelled when the chat is left", async () => {
    const { stop, tellWatched } = await follow();
    socket.connects();
    stop();
    tellWatched();
    expect(socket.emitted).toEqual([["unsubscribe", { room: "chat", feedbackId: "f" }]]);
    socket.receives("reply_created", {});
    expect(sent).toEqual([]);
  });
});

describe("the connection", () => {
  it("is made again where the library gives up", async () => {
    await follow();
    socket.active = false;
    socket.disconnects();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.connect).toHaveBeenCalledOnce();
  });

  it("is reported as lost when it cannot be made", async () => {
    await follow();
    socket.receives("connect_error", new Error("websocket error"));
    expect(sent).toEqual([{ type: "disconnected" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it("is reported as lost when its script cannot be loaded", async () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.mocked(openSocket).mockRejectedValue(new Error("missing"));
    await follow();
    expect(sent).toEqual([{ type: "disconnected" }]);
    complain.mockRestore();
  });

  it("is not used when it comes after the chat was left", async () => {
    const { stop } = followChat(
      "",
      ACCESS,
      () => known,
      (event) => sent.push(event),
    );
    stop();
    await vi.advanceTimersByTimeAsync(0);
    socket.connects();
    expect(socket.requested).toEqual([]);
  });
});

describe("a reply", () => {
  it("is reported, unless it belongs to another chat", async () => {
    await follow();
    const reply = { ...timelinePart([message("m1", 1)]), status: "open" };
    socket.receives("reply_created", { ...reply, feedback_id: "other" });
    socket.receives("reply_created", { ...reply, feedback_id: "f" });
    expect(sent).toEqual([{ type: "reply_created", reply: { ...reply, feedback_id: "f" } }]);
  });
});

describe("what is not stored", () => {
  it("is received for this chat only", async () => {
    await follow();
    socket.receives("typing", { feedback_id: "other", actor: "staff", typing: true });
    socket.receives("typing", { feedback_id: "f", actor: "staff", name: "Ayşe", typing: true });
    socket.receives("seen", { feedback_id: "f", actor: "staff", cursor: "7" });
    expect(sent).toMatchObject([
      { type: "typing", actor: "staff", name: "Ayşe", typing: true },
      { type: "seen", actor: "staff", cursor: "7" },
    ]);
  });

  it("comes with the subscription: what the staff have seen so far", async () => {
    await follow();
    socket.connects();
    await socket.acknowledges({ ok: true, seen: { staff: "7" } });
    expect(sent).toEqual([{ type: "seen", actor: "staff", cursor: "7" }, { type: "connected" }]);
  });

  it("is sent while there is a connection, and not kept for later", async () => {
    const { emit } = await follow();
    emit("typing", { typing: true });
    socket.connects();
    expect(socket.emitted).toEqual([]);
    emit("seen", { cursor: "7" });
    expect(socket.emitted).toEqual([["seen", { feedbackId: "f", cursor: "7" }]]);
  });
});

async function follow() {
  const followed = followChat(
    "",
    ACCESS,
    () => known,
    (event) => sent.push(event),
  );
  await vi.advanceTimersByTimeAsync(0);
  return followed;
}

/** A socket with the test as its server. */
class FakeSocket {
  connected = false;
  /** Whether the library reconnects by itself. */
  active = true;
  requested: unknown[][] = [];
  emitted: unknown[][] = [];
  connect = vi.fn();
  private answer: ((answer: unknown) => void) | undefined;
  private listeners = new Map<string, Set<(data: unknown) => void>>();

  on(type: string, listener: (data: unknown) => void) {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }

  off(type: string, listener: (data: unknown) => void) {
    this.listeners.get(type)?.delete(listener);
  }

  emit(...message: unknown[]) {
    this.emitted.push(message);
  }

  /** As the socket, for messages that are dropped where they cannot be sent at once. */
  readonly volatile = this;

  timeout() {
    return {
      emitWithAck: (...message: unknown[]) => {
        this.requested.push(message);
        return new Promise((resolve, reject) => {
          this.answer = (answer) => (answer ? resolve(answer) : reject(new Error("operation has timed out")));
        });
      },
    };
  }

  async acknowledges(answer: { ok: boolean; code?: string; seen?: object } | undefined) {
    this.answer?.(answer);
    await vi.advanceTimersByTimeAsync(0);
  }

  connects() {
    this.connected = true;
    this.receives("connect", undefined);
  }

  disconnects() {
    this.connected = false;
    this.receives("disconnect", "transport close");
  }

  receives(type: string, data: unknown) {
    for (const listener of this.listeners.get(type) ?? []) listener(data);
  }
}
