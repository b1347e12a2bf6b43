// The entry of a chunk of its own: no first question waits for it.

import { summarize } from "./keptFeedback";
import { LazyRefused } from "./OutboxNotice";
import { loadRare, sharedOutbox } from "./openOutbox";
import { entriesOf, isAnswered, isOver, laneOf } from "./records/record";
import { createIndexedStore } from "./store/indexedStore";
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
