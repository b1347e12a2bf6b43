import { describe, expect, it } from "vitest";
import { createStateTimer, createVisibleClock } from "./stateTimes";

const page = (stateId: string) => ({ stateId, style: "normal" }) as const;

describe("the times of states", () => {
  let now = 0;
  const clock = () => now;

  it("add up over several visits, and count until they are read", () => {
    const timer = createStateTimer(clock);
    timer.show(page("a"));
    now += 100;
    timer.show(page("b"));
    now += 20;
    timer.show(page("a"));
    now += 3;
    expect(timer.read()).toEqual({ a: 103, b: 20 });
    now += 1;
    expect(timer.read()).toEqual({ a: 104, b: 20 });
  });

  it("go on from those of an earlier page", () => {
    const timer = createStateTimer(clock).goOnFrom({ a: 7, b: 5 });
    timer.show(page("b"));
    now += 10;
    expect(timer.read()).toEqual({ a: 7, b: 15 });
  });

  it("are those of the present visitor", () => {
    const timer = createStateTimer(clock);
    timer.show(page("a"));
    now += 10;
    timer.restart();
    now += 4;
    expect(timer.read()).toEqual({ a: 4 });
  });

  it("leave out ends, and end at a day", () => {
    const timer = createStateTimer(clock);
    timer.show(page("constructor"));
    now += 2 * 24 * 60 * 60_000;
    timer.show({ stateId: "thanks", style: "thank_you" });
    now += 10;
    expect(timer.read()).toEqual({ constructor: 24 * 60 * 60_000 });
  });
});

it("a visible clock stands while nobody sees the flow", () => {
  let now = 5;
  let isVisible = false;
  const visibleMs = createVisibleClock(
    () => now,
    () => isVisible,
  );
  now += 100;
  isVisible = true;
  expect(visibleMs()).toBe(0);
  now += 30;
  expect(visibleMs()).toBe(30);
  isVisible = false;
  visibleMs();
  now += 1_000;
  expect(visibleMs()).toBe(30);
});
