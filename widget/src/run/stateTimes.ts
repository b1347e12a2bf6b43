import type { View } from "../engine/types";

/** For how many milliseconds each state was shown, by its id (docs/api.md#state-times). */
export type StateTimes = Record<string, number>;

/** Measures how long the states of a run are shown; several visits of one add up. */
export interface StateTimer {
  /** The run shows this view from now on. */
  show(view: Pick<View, "stateId" | "style">): void;
  /** Another visitor answers from now on. */
  restart(): void;
  /** Returns a timer for a run that is continued in place of this one, and has these times already. */
  goOnFrom(before: StateTimes | undefined): StateTimer;
  /** Returns the times so far, in whole milliseconds. */
  read(): StateTimes;
}

/** Returns milliseconds. */
type ReadMs = () => number;

/** The server takes no more. */
const LONGEST_MS = 24 * 60 * 60_000;

/** @param visibleMs the clock that measures: it runs while the visitor sees the flow. */
export function createStateTimer(visibleMs: ReadMs, before: StateTimes = {}): StateTimer {
  const times = new Map(Object.entries(before));
  let shown: string | undefined;
  let since = visibleMs();

  function count() {
    const now = visibleMs();
    if (shown !== undefined) times.set(shown, Math.min((times.get(shown) ?? 0) + now - since, LONGEST_MS));
    since = now;
  }
  return {
    show({ stateId, style }) {
      count();
      // Nobody answers anything at an end.
      shown = style === "normal" ? stateId : undefined;
    },
    restart() {
      count();
      times.clear();
    },
    goOnFrom: (earlier) => createStateTimer(visibleMs, earlier),
    read() {
      count();
      return Object.fromEntries(times);
    },
  };
}

/**
 * Returns a clock that runs while the visitor sees the flow. It must be read when that changes as well.
 *
 * @param clock a monotonic clock of whole milliseconds.
 */
export function createVisibleClock(clock: ReadMs, isVisible: () => boolean): ReadMs {
  let visibleMs = 0;
  let wasVisible = isVisible();
  let readAt = clock();
  return () => {
    const now = clock();
    if (wasVisible) visibleMs += now - readAt;
    wasVisible = isVisible();
    readAt = now;
    return visibleMs;
  };
}
