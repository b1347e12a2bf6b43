import type { Feedback, FlowEffect } from "../engine/types";
import type { StateTimes } from "../flow/stateTimes";
import type { RequestFailure } from "../http/retry";
import type { Unchecked } from "../http/unchecked";
import { randomId } from "../storage/randomId";
import type { KeptFile } from "./keptFile";

/** An effect with a feedback to send, now or once there is a network. */
export type SubmissionEffect = Extract<FlowEffect, { type: "submit_feedback" | "save_offline" }> & {
  feedback: SentFeedback;
};

/** A feedback as it is sent: the engine's, with what only the page knows. */
type SentFeedback = Feedback & { state_times_in_ms?: StateTimes };

/** One feedback, or one message of a chat, to send. Every attempt sends the same bytes under the same idempotency key. */
export interface Submission {
  key: string;
  /** The path of the call; absent: that of feedback. */
  path?: string;
  partial: boolean;
  body: string;
  headers: Record<string, string>;
  /** The kept files that the body names by the ids that they have on this device. They are uploaded first. */
  files?: string[];
  /** Everything but the times and the page's address: equal for two attempts of a visitor to send the same answers. */
  content: string;
}

/** The server's response to a submission, or why none came. */
export interface SubmissionOutcome extends RequestFailure {
  body?: unknown;
  /** The browser itself refuses to send it. */
  isUnsendable?: boolean;
}

/**
 * @param signature that of the link by which the visitor came.
 * @param files the kept files that the feedback names.
 */
export function createSubmission(
  effect: SubmissionEffect,
  signature?: string,
  files: readonly KeptFile[] = [],
): Submission {
  const { feedback } = effect;
  const headers = signature ? { ...effect.headers, "X-Signature": signature } : effect.headers;
  return {
    key: randomId(),
    partial: effect.type === "submit_feedback" && effect.partial,
    body: JSON.stringify(feedback),
    headers,
    ...(files.length > 0 && { files: files.map(({ id }) => id) }),
    content: contentOf(feedback, headers),
  };
}

function contentOf(feedback: SentFeedback, headers: Record<string, string>): string {
  const {
    created_at: _,
    time_spent_in_seconds: __,
    created_offline: ___,
    origin_url: ____,
    state_times_in_ms: _____,
    ...content
  } = feedback;
  return JSON.stringify([content, headers]);
}

/**
 * Returns the submission as one that continues no partial save, under a new key; `undefined` where it continued none.
 */
export function asNewFeedback(submission: Submission, key: string): Submission | undefined {
  const { "X-FID": feedbackId, ...headers } = submission.headers;
  return feedbackId === undefined ? undefined : { ...submission, key, headers };
}

/**
 * Returns the submission as one that answers the newest revision of its flow, under a new key; `undefined` where it does so
 * already.
 */
export function forNewestRevision(submission: Submission, key: string): Submission | undefined {
  const sent = JSON.parse(submission.body) as SentFeedback;
  // The newest revision may have other states.
  const { flow_revision: revision, state_times_in_ms: _, ...body } = sent;
  return revision === undefined ? undefined : { ...submission, key, body: JSON.stringify(body) };
}

/** Returns the submission as one that was answered without a connection, under a new key; `undefined` where it says so already. */
export function asAnsweredOffline(submission: Submission, key: string): Submission | undefined {
  const body = JSON.parse(submission.body) as SentFeedback;
  if (body.created_offline) return undefined;
  return { ...submission, key, body: JSON.stringify({ ...body, created_offline: true }) };
}

/** Returns whether a browser can send the submission: `fetch` throws for a header value outside Latin-1. */
export function isSendable({ headers }: Submission): boolean {
  try {
    new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

/** Returns the id of the stored feedback that a response names. */
export function feedbackIdIn(response: unknown): string | undefined {
  const id = (response as Unchecked<"StoredFeedback"> | undefined)?.id;
  return typeof id === "string" ? id : undefined;
}
