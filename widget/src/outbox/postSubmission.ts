import { ReplyError, request } from "../http/request";
import { readFailure } from "../http/retry";
import { isSendable, type Submission, type SubmissionOutcome } from "./records/submission";

/** Browsers let at most 64 KiB of requests outlive a page. */
const KEEPALIVE_LIMIT_BYTES = 60_000;

/** Returns whether a submission can outlive its page. */
export function fitsKeepalive({ body }: Submission): boolean {
  return new TextEncoder().encode(body).length <= KEEPALIVE_LIMIT_BYTES;
}

/** Sends a submission once. Never rejects. */
export async function postSubmission(apiBase: string, submission: Submission): Promise<SubmissionOutcome> {
  if (!isSendable(submission)) return { status: 0, isUnsendable: true };
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
      keepalive: fitsKeepalive(submission),
    });
    return { status, body };
  } catch (error) {
    const failure = readFailure(error);
    // The status only: bodies and addresses can hold what the visitor wrote.
    console.error("Error sending feedback:", failure.status);
    return error instanceof ReplyError ? { ...failure, body: error.reply.body } : failure;
  }
}
