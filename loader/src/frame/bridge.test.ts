import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import {
  ANNOUNCEMENT,
  type FrameMessage,
  type Hello,
  LEAST_VERSION,
  PROTOCOL_VERSION,
} from "../protocol/protocol.ts";
import { type Bridge, createBridge, isAnnouncement, OPAQUE_ORIGIN, readFrameMessage } from "./bridge.ts";

const ORIGIN = "https://pulsen.example";
const HELLO = { type: "hello", version: PROTOCOL_VERSION } as Hello;

describe("the announcement", () => {
  const frame = {} as Window;
  const event = { source: frame, origin: ORIGIN, data: ANNOUNCEMENT };

  it("is accepted from the frame itself, from the provider", () => {
    expect(isAnnouncement(event, frame, ORIGIN)).toBe(true);
  });

  it("is not accepted from another window", () => {
    expect(isAnnouncement({ ...event, source: {} as Window }, frame, ORIGIN)).toBe(false);
    expect(isAnnouncement({ ...event, source: null }, frame, ORIGIN)).toBe(false);
  });

  it("is not accepted from another origin, however similar", () => {
    for (const origin of ["http://pulsen.example", `${ORIGIN}:8443`, `${ORIGIN}.evil.test`, "null", ""]) {
      expect(isAnnouncement({ ...event, origin }, frame, ORIGIN), origin).toBe(false);
    }
  });

  it("is accepted in a later version, which speaks this one too", () => {
    const later = announcement(PROTOCOL_VERSION + 1);
    expect(isAnnouncement({ ...event, data: later }, frame, ORIGIN)).toBe(true);
  });

  it("is not accepted in a version that is not spoken any more, or in another format", () => {
    const other = ANNOUNCEMENT.replace("PULSEN_FRAME", "OTHER_FRAME");
    for (const data of [
      announcement(LEAST_VERSION - 1),
      announcement("1"),
      announcement(undefined),
      other,
      JSON.parse(ANNOUNCEMENT),
      "",
      "null",
      null,
      undefined,
    ]) {
      expect(isAnnouncement({ ...event, data }, frame, ORIGIN), String(data)).toBe(false);
    }
  });

  it("is the one that frames of all versions so far send", () => {
    // Loaders of the first version compare the whole text.
    expect(ANNOUNCEMENT).toBe('{"type":"PULSEN_FRAME","version":1}');
  });

  function announcement(version: unknown) {
    return JSON.stringify({ type: "PULSEN_FRAME", version });
  }
});

describe("messages of the frame", () => {
  it("are accepted if they are complete", () => {
    const messages: FrameMessage[] = [
      { type: "ready" },
      { type: "ready", features: "prefill" },
      { type: "erased" },
      { type: "height", height: 0 },
      { type: "close" },
      { type: "escape" },
      { type: "focus_leave", edge: "last" },
      { type: "host_message", message: "PSN_END_OF_FLOW", data: {}, delayMs: 0 },
      { type: "page_state", state: null },
      { type: "page_state", state: "chat" },
      { type: "chat_state", unread: 3 },
      { type: "has_chat", hasChat: false },
    ];
    for (const message of messages) expect(readFrameMessage(message)).toBe(message);
  });

  it("are ignored otherwise", () => {
    const others = [
      null,
      undefined,
      "ready",
      {},
      { type: "unknown" },
      { type: "ready", features: ["prefill"] },
      { type: "height" },
      { type: "height", height: "450" },
      { type: "height", height: Number.NaN },
      { type: "height", height: Number.POSITIVE_INFINITY },
      { type: "height", height: -1 },
      { type: "focus_leave", edge: "middle" },
      { type: "host_message", message: "OTHER", data: {}, delayMs: 0 },
      { type: "host_message", message: "PSN_END_OF_FLOW", data: {} },
      { type: "host_message", message: "PSN_END_OF_FLOW", data: null, delayMs: 0 },
      { type: "page_state" },
      { type: "chat_state", unread: -1 },
      { type: "has_chat", hasChat: 1 },
    ];
    for (const other of others) expect(readFrameMessage(other)).toBeUndefined();
  });
});

describe("the bridge", () => {
  let host: EventTarget;
  let frame: { postMessage: ReturnType<typeof vi.fn> };
  let received: FrameMessage[];
  let bridge: Bridge;
  const ports: MessagePort[] = [];

  beforeEach(() => {
    host = new EventTarget();
    frame = { postMessage: vi.fn() };
    received = [];
    bridge = connect(ORIGIN);
  });

  afterEach(() => {
    removeListeners();
    for (const port of ports.splice(0)) port.close();
  });

  it("sends the hello and one port to the frame, and only to the provider", () => {
    announce(ORIGIN);
    expect(frame.postMessage).toHaveBeenCalledExactlyOnceWith(HELLO, ORIGIN, [expect.any(MessagePort)]);
  });

  it("answers nobody else", () => {
    announce("https://evil.test");
    expect(frame.postMessage).not.toHaveBeenCalled();
  });

  it("carries complete messages both ways", async () => {
    announce(ORIGIN);
    const port = lastPort();
    port.postMessage({ type: "height" });
    port.postMessage({ type: "ready" });
    await expect.poll(() => received).toEqual([{ type: "ready" }]);

    const delivered = new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
    });
    bridge._send({ type: "visibility", open: true });
    expect(await delivered).toEqual({ type: "visibility", open: true });
  });

  it("reconnects with a frame that reloads", async () => {
    announce(ORIGIN);
    const old = lastPort();
    announce(ORIGIN);
    expect(frame.postMessage).toHaveBeenCalledTimes(2);
    old.postMessage({ type: "close" });
    lastPort().postMessage({ type: "ready" });
    await expect.poll(() => received).toEqual([{ type: "ready" }]);
  });

  it("drops messages before the frame has announced itself", () => {
    expect(() => bridge._send({ type: "visibility", open: true })).not.toThrow();
  });

  it("answers a frame that announced itself before", () => {
    removeListeners();
    const early = { source: frame, origin: ORIGIN, data: ANNOUNCEMENT } as unknown as MessageEvent;
    createBridge(
      host,
      frame as unknown as Window,
      ORIGIN,
      () => HELLO,
      () => {},
      early,
    );
    expect(frame.postMessage).toHaveBeenCalledExactlyOnceWith(HELLO, ORIGIN, [expect.any(MessagePort)]);
    lastPort();
  });

  it("reports data that cannot be sent, and does not fail", () => {
    const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
    announce(ORIGIN);
    lastPort();
    bridge._send({ type: "identify", customer: { name: () => "Ada" }, attributes: null, jws: null });
    expect(console).toHaveBeenCalledExactlyOnceWith("[Pulsen] PSN.identify takes plain data only.");
    console.mockRestore();
  });

  it("reaches a frame in a sandbox, whose origin is opaque", () => {
    removeListeners();
    connect(OPAQUE_ORIGIN);
    announce(OPAQUE_ORIGIN);
    expect(frame.postMessage).toHaveBeenCalledExactlyOnceWith(HELLO, "*", [expect.any(MessagePort)]);
  });

  function connect(origin: string): Bridge {
    const createHello = () => HELLO;
    return createBridge(host, frame as unknown as Window, origin, createHello, (message) =>
      received.push(message),
    );
  }

  function announce(origin: string): void {
    const event = new Event("message");
    host.dispatchEvent(Object.assign(event, { source: frame, origin, data: ANNOUNCEMENT }));
  }

  function lastPort(): MessagePort {
    const port = frame.postMessage.mock.lastCall?.[2][0] as MessagePort;
    ports.push(port);
    return port;
  }
});
