import { randomId } from "../../basics/randomId";
import type { Feedback, FlowEffect } from "../../engine/types";
import { isSettled, type RequestFailure } from "../../http/retry";
import type { Unchecked } from "../../http/unchecked";
import type { StateTimes } from "../../run/stateTimes";

/** An effect with a feedback to send, now or once there is a network. */
export type SubmissionEffect = Extract<FlowEffect, { type: "submit_feedback" | "save_offline" }> & {
  feedback: SentFeedback;
};

/** A feedback as it is sent: the engine's, with what only the page knows. */
export type SentFeedback = Feedback & { state_times_in_ms?: StateTimes; reference?: string };

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
  files: readonly { id: string }[] = [],
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
function feedbackIdIn(response: unknown): string | undefined {
  const id = (response as Unchecked<"StoredFeedback"> | undefined)?.id;
  return typeof id === "string" ? id : undefined;
}

/**
 * Returns why the server will never take a submission; `undefined` where it may. A refusal has a code: one without comes from
 * something between browser and server, such as the page on which a hotel's guests log in.
 */
export function refusalCode({ status, body, isUnsendable }: SubmissionOutcome): string | number | undefined {
  if (isUnsendable) return "unsendable";
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  const isCode = typeof code === "string" || typeof code === "number";
  return isSettled(status) && status >= 400 && status !== 408 && isCode ? code : undefined;
}

/** Returns why the server will never take a file; `undefined` where it may, as when the device has uploaded much lately (409). */
export function fileRefusalCode(outcome: SubmissionOutcome): string | number | undefined {
  if (outcome.status === 409) return undefined;
  // A proxy's limit has no code.
  return refusalCode(outcome) ?? (outcome.status === 413 ? "too_large" : undefined);
}

/** Returns the id that the server has given a file; `undefined` where it has not taken it. */
export function uploadedIdIn({ status, body }: SubmissionOutcome): string | undefined {
  const { data } = (body ?? {}) as { data?: Unchecked<"DirectUploadData"> };
  return status === 200 && typeof data?.id === "string" && data.id !== "" ? data.id : undefined;
}

/** Returns the id of the feedback that the server has stored; `undefined` where it has not. */
export function storedIdIn({ status, body }: SubmissionOutcome): string | undefined {
  return status === 200 ? feedbackIdIn(body) : undefined;
}
