import type { FlowEffect } from "../engine/types";

/** The timers that the engine schedules. */
export type TimerName = Extract<FlowEffect, { type: "schedule" }>["timer"];

/** Runs `callback` after a delay. Starting a timer of the same name again replaces the one that is running. */
export type StartTimer = (name: TimerName, ms: number, callback: () => void) => void;

/** The longest delay of `setTimeout`; it treats anything above as none. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export function createTimers(): StartTimer {
  const running = new Map<TimerName, ReturnType<typeof setTimeout>>();
  return (name, ms, callback) => {
    clearTimeout(running.get(name));
    running.set(name, setTimeout(callback, Math.min(ms, LONGEST_TIMEOUT_MS)));
  };
}
