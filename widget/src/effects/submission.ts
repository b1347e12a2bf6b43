import type { Feedback, FlowEffect } from "../engine/types";
import { type Reply, ReplyError, request } from "../http/request";
import { randomId } from "../storage/randomId";

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;

/** What came of a submission. Status 0: no answer came, and the server may or may not have it. */
export interface SubmitOutcome {
  status: number;
  body?: unknown;
}

/** Sends one feedback and brings what came of it. Never rejects. */
export type Submit = (effect: SubmitEffect) => Promise<SubmitOutcome>;

/** Pauses between the tries of one submission; one try more than there are pauses. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000];

/** A server that asks for a longer pause than this is not waited for: the visitor decides when to try again. */
const LONGEST_RETRY_AFTER_MS = 15_000;

/** Browsers let at most 64 KiB of requests outlive a page. */
const KEEPALIVE_LIMIT_BYTES = 60_000;

/** Answers that say "not now": the request was refused, or an intermediary lost sight of it. */
const RETRIED_STATUSES = [0, 429, 502, 503, 504];

/**
 * Makes the one way in which feedback leaves the page.
 *
 * A lost answer leaves it open whether the server has the feedback. So every save carries a key that was
 * minted before its first try, and one whose fate is open is settled, with the same key and the same bytes,
 * before anything else is sent: nothing is stored twice and nothing is lost.
 */
export function createSubmit(apiBase: string, wait: Wait = sleep): Submit {
  let open: Save | undefined;

  async function settle(save: Save): Promise<SubmitOutcome> {
    open = save;
    const outcome = await sendWithRetries(save);
    if (isSettled(outcome.status)) open = undefined;
    return outcome;
  }

  async function sendWithRetries(save: Save): Promise<SubmitOutcome> {
    for (const pause of RETRY_DELAYS_MS) {
      const { retryAfterMs = pause, ...outcome } = await send(apiBase, save);
      const isFinal = !RETRIED_STATUSES.includes(outcome.status);
      if (isFinal || retryAfterMs > LONGEST_RETRY_AFTER_MS) return outcome;
      await wait(retryAfterMs);
    }
    const { retryAfterMs: _, ...outcome } = await send(apiBase, save);
    return outcome;
  }

  return async (effect) => {
    const save = newSave(effect);
    if (open?.content === save.content) return settle(open);
    if (open) {
      const earlier = open;
      const outcome = await settle(earlier);
      if (!isSettled(outcome.status)) return outcome;
      if (earlier.partial && outcome.status === 200) continueSave(save, outcome.body);
    }
    return settle(save);
  };
}

export type Wait = (ms: number) => Promise<unknown>;

/** One save on its way: what is sent stays the same to the byte at every try. */
interface Save {
  key: string;
  partial: boolean;
  body: string;
  headers: Record<string, string>;
  /** What it says, apart from when: equal for two tries to send the same answers. */
  content: string;
}

function newSave({ feedback, headers, partial }: SubmitEffect): Save {
  return {
    key: randomId(),
    partial,
    body: JSON.stringify(feedback),
    headers,
    content: contentOf(feedback, headers),
  };
}

function contentOf(feedback: Feedback, headers: Record<string, string>): string {
  const { created_at: _, time_spent_in_seconds: __, ...content } = feedback;
  return JSON.stringify([content, headers]);
}

/** The engine did not know of the earlier partial save when it wrote this one: name it as the one to go on with. */
function continueSave(save: Save, earlier: unknown) {
  const id = (earlier as { id?: unknown } | undefined)?.id;
  if (typeof id === "string") save.headers = { "X-FID": id, ...save.headers };
}

/** Whether the server has said what became of a save. Its own failures leave that open. */
function isSettled(status: number): boolean {
  return status !== 0 && status !== 429 && status < 500;
}

async function send(apiBase: string, save: Save): Promise<SubmitOutcome & { retryAfterMs?: number }> {
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

/** How long the server asks to wait; only seconds are read, the form that our server sends. */
function retryAfter({ headers }: Reply): { retryAfterMs?: number } {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
