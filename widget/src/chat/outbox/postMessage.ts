import { postForm } from "../../http/postForm";
import { ReplyError, request } from "../../http/request";
import { readFailure } from "../../http/retry";
import type { Submission, SubmissionOutcome } from "../../outbox/submission";
import type { ChatAccess } from "../access";
import type { TimelineItem } from "../timeline/wire";

/**
 * In UTF-16 code units. Browsers let at most 64 KiB of requests outlive a page. The longest message that the server
 * takes (docs/api.md#limits) has at most 10,000: two for each character.
 */
const KEEPALIVE_LIMIT = 10_000;

/** Returns a message as it is sent with every attempt. Its body is what was written: the server stores one for its key. */
export function createMessageSubmission(
  { feedbackId, token }: ChatAccess,
  deviceId: string,
  key: string,
  body: string,
): Submission {
  return {
    key,
    partial: false,
    body,
    content: "",
    path: `/v1/feedbacks/${encodeURIComponent(feedbackId)}/chat_messages?people=apart`,
    // In a header: addresses end up in logs.
    headers: { "X-Chat-Token": token, "X-Device-Id": deviceId },
  };
}

/**
 * Sends a message once (docs/api.md#chat-calls). Never rejects.
 *
 * @param onProgress gets how much of the attachment has been sent, from 0 to 1.
 */
export async function postMessage(
  apiBase: string,
  { key, body, path, headers }: Submission,
  attachment: File | undefined,
  onProgress: (part: number) => void,
): Promise<SubmissionOutcome> {
  const form = new FormData();
  form.set("body", body);
  form.set("client_key", key);
  const url = `${apiBase}${path}`;
  const allHeaders = { Accept: "application/json", "Idempotency-Key": key, ...headers };
  if (attachment) {
    form.set("attachment", attachment, attachment.name);
    return postForm(url, allHeaders, form, onProgress);
  }
  try {
    // The message is sent even if the visitor leaves right after.
    const keepalive = body.length <= KEEPALIVE_LIMIT;
    return await request(url, { method: "POST", headers: allHeaders, body: form, keepalive });
  } catch (error) {
    const failure = readFailure(error);
    return error instanceof ReplyError ? { ...failure, body: error.reply.body } : failure;
  }
}

/** Returns the message as the server has stored it; `undefined` where the outcome is another one. */
export function readItem({ status, body }: SubmissionOutcome): TimelineItem | undefined {
  const item = body as Partial<TimelineItem> | null | undefined;
  // A login page of a network may answer in the place of the server.
  return status === 200 && typeof item?.id === "string" && item.detail ? (item as TimelineItem) : undefined;
}
