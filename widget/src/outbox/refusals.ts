import { isSettled } from "../http/retry";
import type { Unchecked } from "../http/unchecked";
import { feedbackIdIn, type SubmissionOutcome } from "./submission";

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
