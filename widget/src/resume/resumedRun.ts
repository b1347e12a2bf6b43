import type { FlowEffect, TimedEvent, Update, View } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
import type { FlowRun } from "../run/flowRun";
import type { PassedPage, Place } from "../run/place";
import type { StoredRun } from "../run/storedRuns";

/** A run that was left, and what makes it again. */
export interface ResumedRun {
  stored: StoredRun;
  /** Those of its files that could not be uploaded yet. */
  kept: readonly KeptFile[];
  /** Returns whether the visitor still wants to continue with it: anyone who answers meanwhile has begun another one. */
  isWanted(): boolean;
  /** Lets a fresh session go through the run. Returns the effects that are still to be performed. */
  replay(session: ReplaySession): FlowEffect[];
}

/** The part of an engine's session that a run is made again with. */
export interface ReplaySession {
  view(): Pick<View, "elements" | "canGoBack" | "stateId">;
  update(event: TimedEvent): Pick<Update, "effects">;
}

/** A run that was left, as the page shows it again. */
export interface ContinuedRun {
  run: Pick<FlowRun, "view" | "round" | "subscribe">;
  /** Returns which question is shown, and of how many; `undefined` where pages are shown whole. */
  place?: ((passed: readonly PassedPage[]) => Place | undefined) | undefined;
  /** Begins another run in its place, on the first page. */
  startOver(): Promise<void>;
}

/** Continues with a run. `flowText` is its revision of the flow, where that is not the page's. */
export type GoOn = (run: ResumedRun, flowText: string | undefined) => Promise<ContinuedRun | undefined>;
