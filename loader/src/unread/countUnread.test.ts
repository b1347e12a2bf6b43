import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import type { Core } from "../core/parts.ts";
import { createUnreadCounter } from "./countUnread.ts";

/** The frames that are on the page, as far as the counter uses a document. */
let frames: FakeElement[];

class FakeElement {
  setAttribute() {}
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
  for (const name of ["Node", "Element", "HTMLElement", "CSSStyleDeclaration"])
    vi.stubGlobal(name, FakeElement);
});
afterEach(() => {
  removeListeners();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  return createUnreadCounter({
    _configuration: { api_base: "https://pulsen.invalid", code: "PSN-TEST001" },
    state: { frame: "none", consent: true },
    _container: new FakeElement(),
  } as unknown as Core);
}

it("counts in a frame, which is gone as soon as another visitor is there", () => {
  const unread = start();
  unread.count();
  vi.advanceTimersByTime(5);
  expect(frames).toHaveLength(1);
  unread.stop();
  expect(frames).toEqual([]);
});

it("does not count for a visitor who is gone before the page is idle, but once for the next one", () => {
  const unread = start();
  unread.count();
  unread.stop();
  vi.advanceTimersByTime(5);
  expect(frames).toEqual([]);
  unread.count();
  unread.stop();
  unread.count();
  vi.advanceTimersByTime(5);
  expect(frames).toHaveLength(1);
});
