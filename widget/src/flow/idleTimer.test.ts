import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createIdleTimer } from "./idleTimer";

const onIdle = vi.fn();
let isProlonged = true;

beforeEach(() => {
  isProlonged = true;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  onIdle.mockReset();
});

it("calls back once after the time without activity", () => {
  started(60_000);
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("counts from the last of many activities", () => {
  const idleTimer = started(60_000);
  for (let count = 0; count < 1_000; count += 1) {
    vi.advanceTimersByTime(100);
    idleTimer.recordActivity();
  }
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("is replaced when it is started again", () => {
  const idleTimer = started(60_000);
  vi.advanceTimersByTime(50_000);
  idleTimer.start(5_000, onIdle);
  vi.advanceTimersByTime(5_000);
  expect(onIdle).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it.each([
  [60_000, 40_000],
  [40_000, 20_000],
])("of %i ms, warns after %i", (ms, warning) => {
  const idleTimer = started(ms);
  const listener = vi.fn();
  idleTimer.subscribe(listener);
  vi.advanceTimersByTime(warning - 1);
  expect(idleTimer.isEnding()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(idleTimer.isEnding()).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
});

it("withdraws the warning at the first activity, and when the time is over", () => {
  const idleTimer = started(60_000);
  vi.advanceTimersByTime(50_000);
  idleTimer.recordActivity();
  expect(idleTimer.isEnding()).toBe(false);
  vi.advanceTimersByTime(59_999);
  expect(idleTimer.isEnding()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(idleTimer.isEnding()).toBe(false);
});

it("is not prolonged where activity does not count", () => {
  const idleTimer = started(5_000);
  isProlonged = false;
  vi.advanceTimersByTime(4_000);
  idleTimer.recordActivity();
  vi.advanceTimersByTime(1_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("supports a time of months", () => {
  const days = 24 * 3_600_000;
  started(40 * days);
  vi.advanceTimersByTime(39 * days);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(days);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("ignores activity before it is started", () => {
  createIdleTimer(() => isProlonged).recordActivity();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).not.toHaveBeenCalled();
});

function started(ms: number) {
  const idleTimer = createIdleTimer(() => isProlonged);
  idleTimer.start(ms, onIdle);
  return idleTimer;
}
