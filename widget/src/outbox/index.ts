// The entry of a chunk of its own: no first question waits for it.
import { openOutbox } from "./openOutbox";
import { sealFromNowOn } from "./store/sealedRow";
import { summarize } from "./summary";
import { watchOccasions } from "./triggers";

export { createFeedbackSender } from "./feedbackSender";

/** What kiosk mode uses of it. One object: for several names the bundler would add a file to every page. */
export const outboxTools = { openOutbox, sealFromNowOn, summarize, watchOccasions };
