// @vitest-environment happy-dom

import { ANNOUNCEMENT, type Hello, LEAST_VERSION, PROTOCOL_VERSION } from "pulsen-loader/protocol";
import { afterEach, describe, expect, it, vi } from "vitest";
import { greetLoader, readGreeting } from "./handshake";
import { connectLoader, readHostMessage } from "./loaderConnection";

const CODE = "PSN-DEMO123";
const host = {} as Window;
const { port1: port } = new MessageChannel();

const HELLO: Hello = {
  type: "hello",
  version: PROTOCOL_VERSION,
  code: CODE,
  originUrl: "https://host.example/",
  query: "",
  language: null,
  open: false,
};

afterEach(() => vi.unstubAllGlobals());

const NOBODY = { customer: null, attributes: null, jws: null };

describe("a hello", () => {
  it("is accepted from the page that embeds this frame, with its end of the channel", () => {
    expect(readGreeting({ source: host, data: HELLO, ports: [port] }, host, CODE)).toEqual({
      hello: HELLO,
      port,
    });
  });

  it.each([
    ["from another window", { source: {} as Window }],
    ["from no window", { source: null }],
    ["in a version that is not spoken any more", { data: { ...HELLO, version: LEAST_VERSION - 1 } }],
    ["without a version", { data: { ...HELLO, version: undefined } }],
    ["for another widget", { data: { ...HELLO, code: "PSN-OTHER00" } }],
    ["without a channel", { ports: [] }],
    ["of another type", { data: { ...HELLO, type: "goodbye" } }],
    ["that is a string", { data: JSON.stringify(HELLO) }],
    ["that is null", { data: null }],
  ])("%s is ignored", (_, change) => {
    const event = { source: host, data: HELLO, ports: [port], ...change };
    expect(readGreeting(event, host, CODE)).toBeUndefined();
  });

  it("is accepted from a loader of a later version, which speaks this one too", () => {
    const later = { ...HELLO, version: PROTOCOL_VERSION + 1 };
    expect(readGreeting({ source: host, data: later, ports: [port] }, host, CODE)?.hello).toEqual(later);
  });

  it("is accepted once; later ones are ignored", async () => {
    const post = vi.spyOn(window.parent, "postMessage").mockImplementation(() => {});
    const greeted = greetLoader(CODE);
    expect(post).toHaveBeenCalledWith(ANNOUNCEMENT, "*");

    const removed = vi.spyOn(window, "removeEventListener");
    window.dispatchEvent(messageEvent({ data: { ...HELLO, version: 0 } }));
    window.dispatchEvent(messageEvent({ data: HELLO }));
    expect((await greeted).hello).toEqual(HELLO);
    expect(removed).toHaveBeenCalledWith("message", expect.any(Function));
    post.mockRestore();
  });
});

describe("a message from the loader", () => {
  it.each([
    { type: "visibility", open: true },
    { type: "focus", edge: "first" },
    { type: "identify", customer: { email: "a" }, attributes: null, jws: null },
    { type: "identify", customer: null, attributes: null, jws: "a.b.c" },
    { type: "language", language: "tr" },
    { type: "prefill", answers: { mood: "good" } },
    { type: "answer", question: "q-mood", value: "o-good" },
    { type: "open_chat" },
    { type: "erase" },
  ])("is parsed: %j", (message) => expect(readHostMessage(message)).toEqual(message));

  it.each([
    null,
    "visibility",
    { type: "visibility" },
    { type: "visibility", open: "yes" },
    { type: "focus", edge: "middle" },
    { type: "language", language: 7 },
    { type: "prefill", answers: ["good"] },
    { type: "prefill" },
    { type: "answer", question: "q-mood" },
    { type: "answer", question: "q-mood", value: 5 },
    { type: "type_of_a_later_version" },
  ])("is ignored: %j", (message) => expect(readHostMessage(message)).toBeUndefined());

  it("knows nobody where the host gives nothing", () => {
    expect(readHostMessage({ type: "identify", customer: undefined })).toEqual({
      type: "identify",
      ...NOBODY,
    });
  });

  it.each([
    ["customer", { customer: "ada", jws: "a.b.c" }, { jws: "a.b.c" }],
    ["attributes", { customer: { email: "a" }, attributes: [1] }, { customer: { email: "a" } }],
    ["jws", { jws: 7 }, {}],
  ])("leaves out and reports a wrong %s of who the visitor is", (name, given, taken) => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(readHostMessage({ type: "identify", ...given })).toEqual({
      type: "identify",
      ...NOBODY,
      ...taken,
    });
    expect(report).toHaveBeenCalledExactlyOnceWith(
      `PSN.identify takes two objects and a text; its ${name} is left out.`,
    );
    report.mockRestore();
  });

  it("reaches the listeners and updates whether the widget is open", () => {
    const fake = { postMessage: vi.fn(), onmessage: null as ((event: MessageEvent) => void) | null };
    const connected = connectLoader({ hello: HELLO, port: fake as unknown as MessagePort });
    const listener = vi.fn();
    const stop = connected.listen(listener);
    const say = (data: unknown) => fake.onmessage?.({ data } as MessageEvent);

    expect(connected.isOpen()).toBe(false);
    say({ type: "visibility", open: true });
    expect(connected.isOpen()).toBe(true);
    say({ type: "nonsense" });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    say({ type: "visibility", open: false });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(connected.isOpen()).toBe(false);
  });

  it("that the visitor has logged out ends what was said of them, before anybody hears it", () => {
    const fake = { postMessage: vi.fn(), onmessage: null as ((event: MessageEvent) => void) | null };
    const connected = connectLoader({ hello: HELLO, port: fake as unknown as MessagePort });
    const say = (data: unknown) => fake.onmessage?.({ data } as MessageEvent);
    say({ type: "identify", customer: { email: "a" } });
    say({ type: "prefill", answers: { mood: "good" } });
    expect([connected.identity(), connected.prefilled()]).toMatchObject([
      { customer: { email: "a" } },
      { mood: "good" },
    ]);
    const heard: unknown[] = [];
    connected.listen(() => heard.push(connected.identity(), connected.prefilled()));
    say({ type: "reset" });
    expect(heard).toEqual([undefined, undefined]);
  });

  it("has an answer that is taken once, and is not that of the next visitor", () => {
    const fake = { postMessage: vi.fn(), onmessage: null as ((event: MessageEvent) => void) | null };
    const connected = connectLoader({ hello: HELLO, port: fake as unknown as MessagePort });
    const say = (data: unknown) => fake.onmessage?.({ data } as MessageEvent);
    const answer = { type: "answer", question: "q-mood", value: "o-good" };
    say(answer);
    expect([connected.takeAnswer(), connected.takeAnswer()]).toEqual([answer, undefined]);
    say(answer);
    say({ type: "reset" });
    expect(connected.takeAnswer()).toBeUndefined();
  });
});

function messageEvent(init: { data: unknown }) {
  const event = new MessageEvent("message", { data: init.data, source: window.parent as never });
  Object.defineProperty(event, "ports", { value: [port] });
  return event;
}
