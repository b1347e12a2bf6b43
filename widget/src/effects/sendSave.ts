import { type Reply, ReplyError, request } from "../http/request";
import type { Save } from "./save";

/** What came of a save. Status 0: no answer came, and the server may or may not have it. */
export interface SubmitOutcome {
  status: number;
  body?: unknown;
}

/** Browsers let at most 64 KiB of requests outlive a page. */
const KEEPALIVE_LIMIT_BYTES = 60_000;

/** Sends a save once. Never rejects. */
export async function sendSave(
  apiBase: string,
  save: Save,
): Promise<SubmitOutcome & { retryAfterMs?: number }> {
  try {
    const { status, body } = await request(`${apiBase}/v1/feedbacks`, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "Idempotency-Key": save.key,
        ...save.headers,
      },
      body: save.body,
      keepalive: new Blob([save.body]).size <= KEEPALIVE_LIMIT_BYTES,
    });
    return { status, body };
  } catch (error) {
    const reply = error instanceof ReplyError ? error.reply : undefined;
    // The status only: bodies and addresses can hold what the visitor wrote.
    console.error("Error sending feedback:", reply?.status ?? 0);
    return reply ? { status: reply.status, body: reply.body, ...retryAfter(reply) } : { status: 0 };
  }
}

/** Whether the server has said what became of a save. Its own failures leave that open. */
export function isSettled(status: number): boolean {
  return status !== 0 && status !== 429 && status < 500;
}

/** How long the server asks to wait; only seconds are read, the form that our server sends. */
function retryAfter({ headers }: Reply): { retryAfterMs?: number } {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}
