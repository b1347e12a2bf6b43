// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { RelativeTime, relativeTime } from "./RelativeTime";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const NOW = Date.parse("2026-03-04T12:00:00Z");

it.each([
  ["2026-03-04T11:59:30Z", "now"],
  // Clocks differ.
  ["2026-03-04T12:00:30Z", "now"],
  ["2026-03-04T11:57:01Z", "2 min. ago"],
  ["2026-03-04T10:00:00Z", "2 hr. ago"],
  ["2026-03-03T11:00:00Z", "yesterday"],
  ["2026-02-25T12:00:00Z", null],
])("writes %s", (time, expected) => {
  expect(relativeTime(Date.parse(time), NOW, "en")).toBe(expected);
});

it("follows the clock", () => {
  vi.useFakeTimers({ now: NOW });
  const { container } = render(<RelativeTime time="2026-03-04T11:58:00Z" />);
  expect(container.textContent).toBe("2 min. ago");
  act(() => vi.advanceTimersByTime(3 * 60_000));
  expect(container.textContent).toBe("5 min. ago");
  expect(container.querySelector("time")?.dateTime).toBe("2026-03-04T11:58:00.000Z");
});
