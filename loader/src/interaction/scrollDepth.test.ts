import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import type { Core } from "../core/parts.ts";
import { createScrollDepth } from "./scrollDepth.ts";

const WINDOW_HEIGHT = 800;
const send = vi.fn();
let host: EventTarget & { innerHeight: number; scrollY: number };
let page: { scrollHeight: number };
let state: { _opened?: boolean };

beforeEach(() => {
  host = Object.assign(new EventTarget(), { innerHeight: WINDOW_HEIGHT, scrollY: 0 });
  page = { scrollHeight: WINDOW_HEIGHT + 2_000 };
  state = {};
  vi.stubGlobal("window", host);
  vi.stubGlobal("document", { scrollingElement: null, documentElement: page });
});
afterEach(() => {
  removeListeners();
  vi.unstubAllGlobals();
  send.mockReset();
});

function start(percent: number) {
  const depth = createScrollDepth({ _send: send, state } as unknown as Core, percent);
  depth.begin();
  return depth;
}

function scrollTo(top: number) {
  host.scrollY = top;
  host.dispatchEvent(new Event("scroll"));
}

it("tells when the share of the page is reached, and not again on the way from there", () => {
  start(50);
  scrollTo(998);
  expect(send).not.toHaveBeenCalled();
  scrollTo(999);
  scrollTo(1_500);
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "scrolled" });
  scrollTo(0);
  scrollTo(1_000);
  expect(send).toHaveBeenCalledTimes(2);
});

it("counts the end of a page that is zoomed", () => {
  start(100);
  scrollTo(1_998.5);
  expect(send).not.toHaveBeenCalled();
  scrollTo(1_999.2);
  expect(send).toHaveBeenCalledOnce();
});

it("measures a page that has been scrolled before, each time that it is asked", () => {
  const depth = start(50);
  depth.measure();
  expect(send).not.toHaveBeenCalled();
  host.scrollY = 1_200;
  depth.measure();
  depth.measure();
  expect(send).toHaveBeenCalledTimes(2);
});

it.each([WINDOW_HEIGHT, 300])("a page of %i pixels is at its end", (height) => {
  page.scrollHeight = height;
  start(100).measure();
  expect(send).toHaveBeenCalledOnce();
});

it("tells nothing once the widget has been open", () => {
  start(50);
  state._opened = true;
  scrollTo(2_000);
  expect(send).not.toHaveBeenCalled();
});

it("listens without keeping the page from scrolling", () => {
  const added = vi.spyOn(EventTarget.prototype, "addEventListener");
  start(50);
  expect(added.mock.lastCall?.[0]).toBe("scroll");
  expect(added.mock.lastCall?.[2]).toMatchObject({ passive: true });
  added.mockRestore();
});
