import { expect, it, vi } from "vitest";
import { createSubscriptions } from "./subscriptions.ts";

it("calls back for a type of message until the callback is removed", () => {
  const { add, remove, notify } = createSubscriptions();
  const [opened, closed] = [vi.fn(), vi.fn()];
  add("PSN_WIDGET_OPENED", opened);
  add("PSN_WIDGET_CLOSED", closed);
  notify("PSN_WIDGET_OPENED", { channel_id: "c1" });
  remove("PSN_WIDGET_OPENED", opened);
  notify("PSN_WIDGET_OPENED", { channel_id: "c1" });
  expect(opened.mock.calls).toEqual([[{ channel_id: "c1" }]]);
  expect(closed).not.toHaveBeenCalled();
});

it("says whether the host refuses", () => {
  const { add, notify } = createSubscriptions();
  expect(notify("PSN_REDIRECT", {})).toBe(false);
  add("PSN_REDIRECT", () => true);
  add("PSN_REDIRECT", () => undefined);
  expect(notify("PSN_REDIRECT", {})).toBe(false);
  add("PSN_REDIRECT", () => false);
  add("PSN_REDIRECT", () => true);
  expect(notify("PSN_REDIRECT", {})).toBe(true);
});

it("calls all callbacks, even if one removes itself and another throws", () => {
  const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
  const { add, remove, notify } = createSubscriptions();
  const calls: string[] = [];
  const callOnce = () => {
    calls.push("once");
    remove("PSN_END_OF_FLOW", callOnce);
  };
  add("PSN_END_OF_FLOW", callOnce);
  add("PSN_END_OF_FLOW", () => {
    throw new Error("the host's");
  });
  add("PSN_END_OF_FLOW", () => calls.push("last"));
  notify("PSN_END_OF_FLOW", {});
  notify("PSN_END_OF_FLOW", {});
  expect(calls).toEqual(["once", "last", "last"]);
  expect(console).toHaveBeenCalledTimes(2);
  console.mockRestore();
});
