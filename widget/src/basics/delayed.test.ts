// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runBeforeLeaving } from "./delayed";

const action = vi.fn();

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  window.dispatchEvent(new Event("pagehide"));
  vi.useRealTimers();
  vi.restoreAllMocks();
  action.mockReset();
});

describe("an action before leaving", () => {
  it("runs after its delay", () => {
    runBeforeLeaving(3_000, action);
    vi.advanceTimersByTime(2_999);
    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledOnce();
  });

  it.each([
    ["the page is left", () => window.dispatchEvent(new Event("pagehide"))],
    ["the tab is hidden", () => changeVisibility("hidden")],
  ])("runs at once when %s, and only then", (_, leave) => {
    runBeforeLeaving(3_000, action);
    leave();
    expect(action).toHaveBeenCalledOnce();
    leave();
    vi.advanceTimersByTime(10_000);
    expect(action).toHaveBeenCalledOnce();
  });

  it("does not run early when the tab is shown again", () => {
    runBeforeLeaving(3_000, action);
    changeVisibility("visible");
    expect(action).not.toHaveBeenCalled();
  });

  it("does not run a second time when the visitor leaves after the delay", () => {
    runBeforeLeaving(3_000, action);
    vi.advanceTimersByTime(3_000);
    window.dispatchEvent(new Event("pagehide"));
    expect(action).toHaveBeenCalledOnce();
  });
});

function changeVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}
