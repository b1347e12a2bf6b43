import type { FlowEffect } from "../engine/types";

/** The timers that the engine schedules. */
export type TimerName = Extract<FlowEffect, { type: "schedule" }>["timer"];

/** Calls back after a time. One timer of a name runs at once: starting it again replaces it. */
export type StartTimer = (name: TimerName, ms: number, callback: () => void) => void;

/** The longest time that `setTimeout` can wait; it takes anything above for none at all. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export function createTimers(): StartTimer {
  const running = new Map<TimerName, ReturnType<typeof setTimeout>>();
  return (name, ms, callback) => {
    clearTimeout(running.get(name));
    running.set(name, setTimeout(callback, Math.min(ms, LONGEST_TIMEOUT_MS)));
  };
}
