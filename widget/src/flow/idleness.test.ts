import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createIdleness } from "./idleness";

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

it("calls once when nothing was done for the time", () => {
  started(60_000);
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("counts from the last act, however many there are", () => {
  const idleness = started(60_000);
  for (let act = 0; act < 1_000; act += 1) {
    vi.advanceTimersByTime(100);
    idleness.act();
  }
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(59_999);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("is replaced by a wait that begins later", () => {
  const idleness = started(60_000);
  vi.advanceTimersByTime(50_000);
  idleness.start(5_000, onIdle);
  vi.advanceTimersByTime(5_000);
  expect(onIdle).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it.each([
  [60_000, 40_000],
  [10_000, 5_000],
])("of %i ms, warns after %i", (ms, warning) => {
  const idleness = started(ms);
  const listener = vi.fn();
  idleness.subscribe(listener);
  vi.advanceTimersByTime(warning - 1);
  expect(idleness.isEnding()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(idleness.isEnding()).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
});

it("takes the warning back at the first act, and when the time is over", () => {
  const idleness = started(60_000);
  vi.advanceTimersByTime(50_000);
  idleness.act();
  expect(idleness.isEnding()).toBe(false);
  vi.advanceTimersByTime(59_999);
  expect(idleness.isEnding()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(idleness.isEnding()).toBe(false);
});

it("is not prolonged where acts do not count", () => {
  const idleness = started(5_000);
  isProlonged = false;
  vi.advanceTimersByTime(4_000);
  idleness.act();
  vi.advanceTimersByTime(1_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("waits for months where it is told to", () => {
  const days = 24 * 3_600_000;
  started(40 * days);
  vi.advanceTimersByTime(39 * days);
  expect(onIdle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(days);
  expect(onIdle).toHaveBeenCalledOnce();
});

it("has nothing to prolong before it is started", () => {
  createIdleness(() => isProlonged).act();
  vi.advanceTimersByTime(60_000);
  expect(onIdle).not.toHaveBeenCalled();
});

function started(ms: number) {
  const idleness = createIdleness(() => isProlonged);
  idleness.start(ms, onIdle);
  return idleness;
}
