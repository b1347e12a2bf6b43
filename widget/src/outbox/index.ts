// The entry of a chunk of its own: no first question waits for it.
export { createFeedbackSender } from "./feedbackSender";
