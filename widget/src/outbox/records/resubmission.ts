import type { Unchecked } from "../../http/unchecked";
import type { SentFeedback, Submission, SubmissionOutcome } from "./submission";

/** What the server refuses because it comes late: what was answered without a connection has more time. */
const TOO_LATE = ["superseded_revision", "unknown_flow", "node_expired"];

/** As long as the visitor waits for the server: what comes later has waited on this device. */
const WAITED_MS = 20_000;

/**
 * Returns what to send instead of a submission that the server refused, so that its answers are not lost; `undefined` where
 * nothing else would help.
 *
 * - It has waited for the server, and in that time its revision of the flow (docs/flows.md#revisions), its flow or its node
 *   (docs/widget.md#activation) has ended: it is sent as one that was answered without a connection. The browser says nothing
 *   of a server that is down, or of a network that leads nowhere.
 * - Its `X-FID` names a partial save of another device, or one that is complete by now (docs/api.md#partial-saves): it is
 *   sent as a new feedback.
 * - Its revision of the flow was superseded long ago: it is sent to the newest one, which its answers may fit.
 *
 * @param waitedMs how long ago its answers were written down.
 */
export function replaceRefused(
  submission: Submission,
  { body }: SubmissionOutcome,
  newKey: string,
  waitedMs: number,
): Submission | undefined {
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  const isLate = waitedMs > WAITED_MS && TOO_LATE.includes(String(code));
  const inTime = isLate ? asAnsweredOffline(submission, newKey) : undefined;
  if (inTime) return inTime;
  if (code === "superseded_revision") return forNewestRevision(submission, newKey);
  return code === "foreign_feedback" ? asNewFeedback(submission, newKey) : undefined;
}

/**
 * Returns the submission as one that continues no partial save, under a new key; `undefined` where it continued none.
 */
function asNewFeedback(submission: Submission, key: string): Submission | undefined {
  const { "X-FID": feedbackId, ...headers } = submission.headers;
  return feedbackId === undefined ? undefined : { ...submission, key, headers };
}

/**
 * Returns the submission as one that answers the newest revision of its flow, under a new key; `undefined` where it does so
 * already.
 */
function forNewestRevision(submission: Submission, key: string): Submission | undefined {
  const sent = JSON.parse(submission.body) as SentFeedback;
  // The newest revision may have other states, and other points for the same answers.
  const { flow_revision: revision, state_times_in_ms: _, scores: __, ...body } = sent;
  return revision === undefined ? undefined : { ...submission, key, body: JSON.stringify(body) };
}

/** Returns the submission as one that was answered without a connection, under a new key; `undefined` where it says so already. */
function asAnsweredOffline(submission: Submission, key: string): Submission | undefined {
  const body = JSON.parse(submission.body) as SentFeedback;
  if (body.created_offline) return undefined;
  return { ...submission, key, body: JSON.stringify({ ...body, created_offline: true }) };
}
