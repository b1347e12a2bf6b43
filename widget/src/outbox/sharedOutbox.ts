import { type Outbox, openOutbox } from "./openOutbox";

let shared: Outbox | undefined;

/**
 * Returns the outbox of a page on which visitors follow one another. It outlives their runs, as what it
 * has to keep in memory does: none of them stops it.
 */
export function sharedOutbox(): Outbox {
  shared ??= { ...openOutbox(), stop() {} };
  return shared;
}
