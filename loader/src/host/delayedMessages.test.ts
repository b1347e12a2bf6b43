import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeListeners } from "../basics/listeners.ts";
import { flushDelayedMessages, notifyBeforeLeaving, watchLeaving } from "./delayedMessages.ts";

const notify = vi.fn();
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", page);
  watchLeaving();
});
afterEach(() => {
  flushDelayedMessages();
  removeListeners();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  notify.mockReset();
});

describe("a delayed message", () => {
  it("is sent after its delay", () => {
    notifyBeforeLeaving(3000, notify);
    vi.advanceTimersByTime(2999);
    expect(notify).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(notify).toHaveBeenCalledExactlyOnceWith(false);
  });

  it.each([
    ["the page is left", true, () => window.dispatchEvent(new Event("pagehide"))],
    ["the tab is hidden", false, () => changeVisibility("hidden")],
    ["the widget is removed", false, flushDelayedMessages],
  ])("is sent when %s, and only then", (_, isLeaving, leave) => {
    notifyBeforeLeaving(3000, notify);
    changeVisibility("visible");
    expect(notify).not.toHaveBeenCalled();
    leave();
    expect(notify).toHaveBeenCalledExactlyOnceWith(isLeaving);
    leave();
    vi.advanceTimersByTime(10_000);
    expect(notify).toHaveBeenCalledOnce();
  });
});

it("messages that have been sent leave nothing behind", () => {
  const added = vi.spyOn(page, "addEventListener");
  for (let round = 0; round < 3; round++) {
    notifyBeforeLeaving(1000, notify);
    notifyBeforeLeaving(2000, () => notify("later"));
    vi.advanceTimersByTime(1000);
    changeVisibility("hidden");
    flushDelayedMessages();
  }
  expect(notify.mock.calls).toEqual(
    Array(3)
      .fill([[false], ["later"]])
      .flat(),
  );
  expect(added).not.toHaveBeenCalled();
});

function changeVisibility(state: "visible" | "hidden") {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}
