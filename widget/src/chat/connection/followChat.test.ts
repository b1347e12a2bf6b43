import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatEvent } from "../timeline/messages";
import { followChat } from "./followChat";
import { openSocket } from "./socket";

vi.mock("./socket", () => ({ openSocket: vi.fn() }));

const ACCESS = { feedbackId: "f", token: "t" };
const SUBSCRIPTION = { room: "chat", feedbackId: "f", token: "t" };

let socket: FakeSocket;
let told: ChatEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  told = [];
  vi.mocked(openSocket).mockResolvedValue(socket as never);
});

afterEach(() => vi.useRealTimers());

describe("a subscription", () => {
  it("is asked for on every connect, and counts once the server has taken it", async () => {
    await follow();
    socket.connects();
    expect(socket.asked).toEqual([["subscribe", SUBSCRIPTION]]);
    expect(told).toEqual([]);
    await socket.answers({ ok: true });
    expect(told).toEqual([{ type: "connected" }]);

    socket.disconnects();
    socket.connects();
    await socket.answers({ ok: true });
    expect(told.map(({ type }) => type)).toEqual(["connected", "disconnected", "connected"]);
  });

  it("is asked for at once where the connection is there already", async () => {
    socket.connected = true;
    await follow();
    expect(socket.asked).toHaveLength(1);
  });

  it("that is refused, or not answered, is asked for again later", async () => {
    await follow();
    socket.connects();
    await socket.answers({ ok: false, code: "rate_limited" });
    expect(told).toEqual([{ type: "disconnected" }]);
    await vi.advanceTimersByTimeAsync(5_000);
    await socket.answers(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.asked).toHaveLength(3);
    await socket.answers({ ok: true });
    expect(told.at(-1)).toEqual({ type: "connected" });
  });

  it("with a wrong token is not asked for again", async () => {
    await follow();
    socket.connects();
    await socket.answers({ ok: false, code: "invalid_token" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.asked).toHaveLength(1);
  });

  it("whose answer comes when the connection is gone again counts for nothing", async () => {
    await follow();
    socket.connects();
    socket.disconnects();
    await socket.answers({ ok: true });
    expect(told).toEqual([{ type: "disconnected" }]);
  });

  it("ends with a word to the server", async () => {
    const stop = await follow();
    socket.connects();
    stop();
    expect(socket.sent).toEqual([["unsubscribe", { room: "chat", feedbackId: "f" }]]);
    socket.tells("reply_created", {});
    expect(told).toEqual([]);
  });
});

describe("the connection", () => {
  it("is taken up again by us where the library gives it up", async () => {
    await follow();
    socket.active = false;
    socket.disconnects();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(socket.connect).toHaveBeenCalledOnce();
  });

  it("that cannot be made is told of", async () => {
    await follow();
    socket.tells("connect_error", new Error("websocket error"));
    expect(told).toEqual([{ type: "disconnected" }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it("whose script does not come is none", async () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.mocked(openSocket).mockRejectedValue(new Error("missing"));
    await follow();
    expect(told).toEqual([{ type: "disconnected" }]);
    complain.mockRestore();
  });

  it("that comes after the chat was left is not used", async () => {
    const stop = followChat("", ACCESS, (event) => told.push(event));
    stop();
    await vi.advanceTimersByTimeAsync(0);
    socket.connects();
    expect(socket.asked).toEqual([]);
  });
});

describe("a reply", () => {
  it("is told of, unless it belongs to another chat", async () => {
    await follow();
    socket.tells("reply_created", { feedback_id: "other", status: "closed" });
    socket.tells("reply_created", { feedback_id: "f", status: "open" });
    socket.tells("reply_created", { status: "queued" });
    expect(told).toEqual([
      { type: "reply_created", reply: { feedback_id: "f", status: "open" } },
      { type: "reply_created", reply: { status: "queued" } },
    ]);
  });
});

async function follow() {
  const stop = followChat("", ACCESS, (event) => told.push(event));
  await vi.advanceTimersByTimeAsync(0);
  return stop;
}

/** A socket whose server is the test. */
class FakeSocket {
  connected = false;
  /** Whether the library connects again by itself. */
  active = true;
  asked: unknown[][] = [];
  sent: unknown[][] = [];
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
    this.sent.push(message);
  }

  timeout() {
    return {
      emitWithAck: (...message: unknown[]) => {
        this.asked.push(message);
        return new Promise((resolve, reject) => {
          this.answer = (answer) => (answer ? resolve(answer) : reject(new Error("operation has timed out")));
        });
      },
    };
  }

  async answers(answer: { ok: boolean; code?: string } | undefined) {
    this.answer?.(answer);
    await vi.advanceTimersByTimeAsync(0);
  }

  connects() {
    this.connected = true;
    this.tells("connect", undefined);
  }

  disconnects() {
    this.connected = false;
    this.tells("disconnect", "transport close");
  }

  tells(type: string, data: unknown) {
    for (const listener of this.listeners.get(type) ?? []) listener(data);
  }
}
