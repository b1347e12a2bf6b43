import { type Outbox, openOutbox } from "./openOutbox";

let shared: Outbox | undefined;

/**
 * Returns the outbox of a kiosk. It outlives the runs of visitors who follow one another, as what it has to keep in memory does:
 * none of them stops it.
 */
export function sharedOutbox(): Outbox {
  shared ??= { ...openOutbox(undefined, false), stop() {} };
  return shared;
}

/** Returns the outbox for a run of this page. */
export function outboxOfRun(): Outbox {
  return shared ?? openOutbox();
}
