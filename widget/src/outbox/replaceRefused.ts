import type { Unchecked } from "../http/unchecked";
import { asNewFeedback, forNewestRevision, type Submission, type SubmissionOutcome } from "./submission";

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
  newKey: string,
): Submission | undefined {
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  if (status !== 422) return undefined;
  if (code === "superseded_revision") return forNewestRevision(submission, newKey);
  return code === "foreign_feedback" ? asNewFeedback(submission, newKey) : undefined;
}
