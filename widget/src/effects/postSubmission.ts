import { ReplyError, request } from "../http/request";
import { type RequestFailure, readFailure } from "../http/retry";
import { asNewFeedback, forNewestRevision, type Submission } from "./submission";

/** The server's response to a submission, or why none came. */
export interface SubmissionOutcome extends RequestFailure {
  body?: unknown;
}

/** Browsers let at most 64 KiB of requests outlive a page. */
const KEEPALIVE_LIMIT_BYTES = 60_000;

/** Sends a submission once. Never rejects. */
export async function postSubmission(apiBase: string, submission: Submission): Promise<SubmissionOutcome> {
  try {
    const { status, body } = await request(`${apiBase}/v1/feedbacks`, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": submission.key,
        ...submission.headers,
      },
      body: submission.body,
      keepalive: new Blob([submission.body]).size <= KEEPALIVE_LIMIT_BYTES,
    });
    return { status, body };
  } catch (error) {
    const failure = readFailure(error);
    // The status only: bodies and addresses can hold what the visitor wrote.
    console.error("Error sending feedback:", failure.status);
    return error instanceof ReplyError ? { ...failure, body: error.reply.body } : failure;
  }
}

/**
 * Returns what to send instead of a submission that the server refused, so that its answers are not lost; `undefined` where
 * nothing else would help.
 *
 * - Its `X-FID` names a partial save of another device, or one that is complete by now (docs/api.md#partial-saves): it is
 *   sent as a new feedback.
 * - Its revision of the flow was superseded long ago (docs/flows.md#revisions): it is sent to the newest one, which its
 *   answers may fit.
 */
export function replaceRefused(
  submission: Submission,
  { status, body }: SubmissionOutcome,
): Submission | undefined {
  const { code } = (body ?? {}) as { code?: unknown };
  if (status !== 422) return undefined;
  if (code === "superseded_revision") return forNewestRevision(submission);
  return code === "foreign_feedback" ? asNewFeedback(submission) : undefined;
}
