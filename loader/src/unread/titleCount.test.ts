import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import type { Core } from "../core/parts.ts";
import { createTitleCount } from "./titleCount.ts";

let page: EventTarget & { title: string; hidden: boolean };

beforeEach(() => {
  page = Object.assign(new EventTarget(), { title: "A shop", hidden: false });
  vi.stubGlobal("document", page);
});
afterEach(() => {
  removeListeners();
  vi.unstubAllGlobals();
});

function start(code = "PSN-TEST001") {
  const state = { unread: 0, open: false };
  let isAllowed = true;
  const count = createTitleCount({
    _configuration: { code },
    state,
    _isAllowed: () => isAllowed,
  } as unknown as Core);
  count.begin();
  const change = (fields: Partial<typeof state>) => {
    Object.assign(state, fields);
    count.update();
  };
  const allow = (allowed: boolean) => {
    isAllowed = allowed;
    count.update();
  };
  return { change, allow, stop: count.stop };
}

function turn(hidden: boolean) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

it("shows the number of unread replies until there are none", () => {
  const { change } = start();
  change({ unread: 1 });
  expect(page.title).toBe("(1) A shop");
  change({ unread: 2 });
  expect(page.title).toBe("(2) A shop");
  change({ unread: 0 });
  expect(page.title).toBe("A shop");
});

it("shows nothing while the visitor sees the widget", () => {
  const { change } = start();
  change({ unread: 1, open: true });
  expect(page.title).toBe("A shop");
  turn(true);
  expect(page.title).toBe("(1) A shop");
  turn(false);
  expect(page.title).toBe("A shop");
  change({ open: false });
  expect(page.title).toBe("(1) A shop");
});

it("leaves the host a title that it has set meanwhile", () => {
  const { change } = start();
  change({ unread: 1 });
  page.title = "Basket";
  change({ unread: 2 });
  expect(page.title).toBe("(2) Basket");
  page.title = "Thanks";
  change({ unread: 0 });
  expect(page.title).toBe("Thanks");
  page.title = "";
  change({ unread: 3 });
  expect(page.title).toBe("(3)");
  change({ unread: 0 });
  expect(page.title).toBe("");
});

it("never sets a title where there is nothing to tell", () => {
  Object.defineProperty(page, "title", {
    get: () => "A shop",
    set: () => expect.fail("The title was set."),
  });
  const { change, allow, stop } = start();
  change({ open: true });
  turn(true);
  allow(false);
  stop();
});

it("ends with the widget, and while that may not appear", () => {
  const { change, allow, stop } = start();
  change({ unread: 1 });
  allow(false);
  expect(page.title).toBe("A shop");
  allow(true);
  expect(page.title).toBe("(1) A shop");
  stop();
  expect(page.title).toBe("A shop");
});

it("is the sum of several widgets", () => {
  const [first, second] = [start(), start("PSN-TEST002")];
  first.change({ unread: 2 });
  second.change({ unread: 1 });
  expect(page.title).toBe("(3) A shop");
  first.change({ unread: 0 });
  expect(page.title).toBe("(1) A shop");
  second.stop();
  expect(page.title).toBe("A shop");
});

it("does not stop the widget where the host keeps its title from being set", () => {
  Object.defineProperty(page, "title", {
    get: () => "A shop",
    set() {
      throw new Error("no");
    },
  });
  expect(() => start().change({ unread: 1 })).not.toThrow();
});
