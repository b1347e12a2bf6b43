import { ReplyError, request } from "../http/request";
import { readFailure } from "../http/retry";
import type { KeptFile } from "./records/record";
import type { SubmissionOutcome } from "./records/submission";

/** As long as the server waits for a file (docs/constants.md#delays). */
const TIMEOUT_MS = 10 * 60_000;

/** Uploads a kept file once. Never rejects. With `fetch`, which service workers have as well. */
export async function postFile(apiBase: string, kept: KeptFile): Promise<SubmissionOutcome> {
  const { file, path, headers } = kept;
  const content = await file.arrayBuffer().catch(() => undefined);
  // It was moved or deleted since it was chosen, and the browser had no copy.
  if (!content) return { status: 0, isUnsendable: true };
  const form = new FormData();
  form.append("file", new File([content], file.name, { type: file.type }));
  try {
    const { status, body } = await request(apiBase + path, {
      method: "POST",
      headers: { Accept: "application/json", ...headers },
      body: form,
      timeoutMs: TIMEOUT_MS,
    });
    return { status, body };
  } catch (error) {
    const failure = readFailure(error);
    console.error("Error sending a file:", failure.status);
    return error instanceof ReplyError ? { ...failure, body: error.reply.body } : failure;
  }
}
