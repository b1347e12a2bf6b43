import { ReplyError, request } from "../http/request";
import { type RequestFailure, readFailure } from "../http/retry";
import { asNewFeedback, type Submission } from "./submission";

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
 * Returns the submission as a new feedback where the server refused it for its `X-FID`: the partial save belongs to
 * another device, or is complete by now (docs/api.md#partial-saves). The answers are not lost with it.
 */
export function replaceForeign(
  submission: Submission,
  { status, body }: SubmissionOutcome,
): Submission | undefined {
  const { code } = (body ?? {}) as { code?: unknown };
  return status === 422 && code === "foreign_feedback" ? asNewFeedback(submission) : undefined;
}
