import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import type { Core } from "../core/parts.ts";
import { FRAME_HANDLERS } from "../lifecycle/frameEvents.ts";
import { addHandlers, update } from "../lifecycle/lifecycle.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";
import { createLifecycle } from "../lifecycle/state.ts";
import { getView } from "../lifecycle/view.ts";
import type { WidgetConfiguration } from "../protocol/configuration.ts";
import { UNREAD_ACT, UNREAD_REPORT } from "../protocol/protocol.ts";
import { createUnreadCounter } from "./countUnread.ts";

const ORIGIN = "https://pulsen.invalid";
const CODE = "PSN-TEST001";
const VIEWPORT = { width: 1280, height: 800 };

/** The frames that are on the page, as far as the counter uses a document. */
let frames: FakeElement[];

class FakeElement {
  clientWidth = VIEWPORT.width;
  clientHeight = VIEWPORT.height;
  src = "";
  private readonly declarations = { cssText: "" };
  posted: unknown[] = [];
  contentWindow = { postMessage: (message: unknown) => this.posted.push(message) };
  get style() {
    return this.declarations;
  }
  appendChild(frame: FakeElement) {
    frames.push(frame);
  }
  remove() {
    frames = frames.filter((other) => other !== this);
  }
}

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal("document", { readyState: "complete", createElement: () => new FakeElement() });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  for (const name of ["Node", "Element", "HTMLElement", "CSSStyleDeclaration"])
    vi.stubGlobal(name, FakeElement);
  addHandlers(FRAME_HANDLERS);
});
afterEach(() => {
  removeListeners();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(config: WidgetConfiguration = {}) {
  const state = createLifecycle(config);
  const given: unknown[] = [];
  const send = (event: LifecycleEvent) => {
    update(state, event, 0);
    render();
  };
  const core = {
    _configuration: { api_base: ORIGIN, code: CODE, config },
    state,
    language: "en",
    labels: { title: "Feedback" },
    _container: new FakeElement(),
    _frameOrigin: ORIGIN,
    _idSuffix: "",
    _send: send,
    _give: (message: unknown) => given.push(message),
    _focusLauncher: vi.fn(),
  };
  const unread = createUnreadCounter(core as unknown as Core);
  const render = () => unread._render(getView(state), VIEWPORT);
  unread.begin();
  send({ type: "load", _mobile: false, _addressEnabled: true, _record: { hasChat: true }, _draw: 0 });
  /** What the page says. */
  const say = (message: object, frame = frames[0]) => {
    const event = new MessageEvent("message", {
      data: JSON.stringify({ code: CODE, ...message }),
      origin: ORIGIN,
    });
    Object.defineProperty(event, "source", { value: frame?.contentWindow });
    window.dispatchEvent(event);
  };
  const report = (count: number, height: number, frame = frames[0]) =>
    say({ type: UNREAD_REPORT, unread: count, hasChat: true, height }, frame);
  const wait = () => vi.advanceTimersByTime(5);
  return { unread, state, core, given, send, render, say, report, wait };
}

const isSeen = () => frames[0]?.style.cssText.includes("visibility:visible");

it("counts in a frame, which is gone as soon as another visitor is there", () => {
  const { unread, wait } = start();
  unread.count();
  wait();
  expect(frames).toHaveLength(1);
  expect(frames[0]?.src).toBe(`${ORIGIN}/widget/unread?code=${CODE}&lang=en`);
  unread.stop();
  expect(frames).toEqual([]);
});

it("does not count for a visitor who is gone before the page is idle, but once for the next one", () => {
  const { unread, wait } = start();
  unread.count();
  unread.stop();
  wait();
  expect(frames).toEqual([]);
  unread.count();
  unread.stop();
  unread.count();
  wait();
  expect(frames).toHaveLength(1);
});

it("leaves the frame on the page only if it shows a reply", () => {
  const { unread, state, report, wait } = start();
  unread.count();
  wait();
  expect(isSeen()).toBe(false);
  report(0, 0);
  expect(frames).toEqual([]);
  unread.count();
  wait();
  report(2, 92);
  expect([state.unread, isSeen()]).toEqual([2, true]);
  expect(frames[0]?.style.cssText).toContain("width:300px!important;height:92px");
  expect(frames[0]?.posted).toEqual([{ type: "shown" }]);
});

it("opens the chat", () => {
  const { unread, state, given, say, report, wait } = start();
  unread.count();
  wait();
  report(1, 92);
  say({ type: UNREAD_ACT, opens: true, keyboard: true });
  expect([state.open, state._focusWhenReady]).toEqual([true, true]);
  expect(given).toEqual([{ type: "open_chat" }]);
  expect(frames).toEqual([]);
});

it("shows nothing after it was dismissed, until the number is another one", () => {
  const { unread, core, say, report, send, wait } = start();
  unread.count();
  wait();
  report(1, 92);
  say({ type: UNREAD_ACT, opens: false, keyboard: false });
  wait();
  expect(frames).toEqual([]);
  expect(core._focusLauncher).not.toHaveBeenCalled();
  send({ type: "chat_state", unread: 2 });
  wait();
  report(2, 92);
  expect(isSeen()).toBe(true);
  say({ type: UNREAD_ACT, opens: false, keyboard: true });
  expect(core._focusLauncher).toHaveBeenCalledOnce();
});

it("asks once for each number that the content frame has counted, whatever the page has counted", () => {
  const { state, send, report, wait } = start();
  state.frame = "ready";
  send({ type: "chat_state", unread: 1 });
  wait();
  expect(frames).toHaveLength(1);
  report(2, 92);
  wait();
  expect(state.unread).toBe(1);
  expect(frames[0]?.posted).toEqual([{ type: "shown" }]);
  send({ type: "chat_state", unread: 2 });
  wait();
  expect(frames[0]?.posted).toEqual([{ type: "shown" }, { type: "count" }]);
  send({ type: "chat_state", unread: 0 });
  expect(frames).toEqual([]);
});

it("shows a reply only while the widget is closed and its launcher is there", () => {
  const { unread, send, report, wait } = start();
  unread.count();
  wait();
  report(1, 92);
  send({ type: "open", _keyboard: false });
  expect(frames).toEqual([]);
  send({ type: "close" });
  wait();
  report(1, 92);
  expect(isSeen()).toBe(true);
  send({ type: "hide" });
  expect(frames).toEqual([]);
  send({ type: "show" });
  wait();
  report(1, 92);
  expect(isSeen()).toBe(true);
});

it("has no reply beside a side tab", () => {
  const { unread, state, report, wait } = start({ modal_mode: true });
  unread.count();
  wait();
  report(1, 92);
  expect([state.unread, frames]).toEqual([1, []]);
});

it("shows a reply in the widget's new language", () => {
  const { unread, core, render, report, wait } = start();
  unread.count();
  wait();
  report(1, 92);
  core.language = "ar";
  render();
  wait();
  expect(frames.map(({ src }) => src)).toEqual([`${ORIGIN}/widget/unread?code=${CODE}&lang=ar`]);
});
