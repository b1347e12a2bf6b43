import { delayBeforeRetry, isSettled } from "../http/retry";
import { postSubmission, replaceRefused, type SubmissionOutcome } from "./postSubmission";
import { continuePartialSave, isSendable, type Submission } from "./submission";

/** A submission that may or may not have arrived, and the visitor who made it. */
export interface OpenSubmission {
  submission: Submission;
  visitor: number;
}

/** Sends submissions with retries. */
export interface Delivery {
  /** Settles the open submission, then sends this one. */
  send(submission: Submission, visitor: number): Promise<SubmissionOutcome>;
  /** Gives up the open submission and returns it. */
  takeOpen(): OpenSubmission | undefined;
}

/**
 * After a lost response nobody knows whether the server has the feedback. So every submission has a key that is created
 * before its first attempt, and one with an open outcome is settled, with the same key and the same bytes, before
 * anything else is sent: nothing is stored twice and nothing is lost.
 */
export function createDelivery(apiBase: string, wait: Wait): Delivery {
  let open: OpenSubmission | undefined;

  async function settle(submission: Submission, visitor: number): Promise<SubmissionOutcome> {
    open = { submission, visitor };
    const outcome = await sendWithRetries(apiBase, submission, wait);
    const replacement = replaceRefused(submission, outcome);
    if (replacement) return settle(replacement, visitor);
    if (isSettled(outcome.status)) open = undefined;
    return outcome;
  }

  return {
    async send(submission, visitor) {
      if (!isSendable(submission)) {
        // It must not become the open submission, which everything after it waits for.
        console.error("The feedback has a header that the browser cannot send.");
        return { status: 0 };
      }
      if (open) {
        const earlier = open;
        const outcome = await settle(earlier.submission, earlier.visitor);
        if (!isSettled(outcome.status) || isRepeated(earlier, submission, visitor)) return outcome;
        if (earlier.visitor === visitor && earlier.submission.partial && outcome.status === 200) {
          continuePartialSave(submission, outcome.body);
        }
      }
      return settle(submission, visitor);
    },
    takeOpen() {
      const taken = open;
      open = undefined;
      return taken;
    },
  };
}

/** Returns whether a visitor sends the same answers again. */
export function isRepeated(open: OpenSubmission, { content }: Submission, visitor: number): boolean {
  return open.visitor === visitor && open.submission.content === content;
}

export type Wait = (ms: number) => Promise<unknown>;

async function sendWithRetries(
  apiBase: string,
  submission: Submission,
  wait: Wait,
): Promise<SubmissionOutcome> {
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    const outcome = await postSubmission(apiBase, submission);
    const delay = delayBeforeRetry(failedAttempts, outcome);
    if (delay === undefined) return outcome;
    await wait(delay);
  }
}
