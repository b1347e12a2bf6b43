import type { FlowEffect, TimedEvent, Update, View } from "../engine/types";
import type { KeptFile } from "../outbox/records/record";
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
