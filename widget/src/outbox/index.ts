// The entry of a chunk of its own: no first question waits for it.
import { entriesOf } from "./keptFile";
import { loadRare } from "./loadRare";
import { LazyRefused } from "./parts/LazyRefused";
import { isAnswered, isOver, laneOf } from "./record";
import { sharedOutbox } from "./sharedOutbox";
import { createIndexedStore } from "./store/indexedStore";
import { summarize } from "./summary";
import { watchOccasions } from "./triggers";

export { createFeedbackSender } from "./feedbackSender";

/** What others use of it. One object: for several names the bundler would add a file to every page. */
export const outboxTools = {
  createIndexedStore,
  entriesOf,
  isAnswered,
  isOver,
  laneOf,
  LazyRefused,
  loadRare,
  sharedOutbox,
  summarize,
  watchOccasions,
};
