import { randomUUID } from "node:crypto";
import type { Pulsen } from "../../../widget/e2e/support/pulsen";

/** What opens a chat. */
export interface Access {
  feedbackId: string;
  token: string;
}

export interface TimelineItem {
  id: string;
  actor: "customer" | "staff";
  detail: { comment: { body: string; created_at: string } };
}

/** A chat as the server tells it, as far as tests read it. */
export interface Chat {
  status: string;
  timeline_items: TimelineItem[];
  cursor: string;
}

/** Gives the feedback of the test's flow past any browser; it leads to a chat. */
export async function giveFeedback(pulsen: Pulsen, why = "Warmer lamps"): Promise<Access> {
  const feedback = {
    device_id: randomUUID(),
    node_id: "e2e-node",
    flow_id: "e2e-flow",
    language_id: "en",
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 5,
    responses: [
      { question_id: "q-mood", option_id: "mood-bad" },
      { question_id: "q-why", body: why },
    ],
  };
  const answer = await call<{ id: string; chat_token_string: string }>(`${pulsen.url}/v1/feedbacks`, {
    body: JSON.stringify(feedback),
  });
  return { feedbackId: answer.id, token: answer.chat_token_string };
}

/** The visitor's side of a chat. */
export class VisitorApi {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(pulsen: Pulsen, { feedbackId, token }: Access) {
    this.base = `${pulsen.url}/v1/feedbacks/${feedbackId}`;
    this.headers = { "X-Chat-Token": token };
  }

  /** The whole chat, or what came after a cursor. */
  chat(after?: string): Promise<Chat> {
    return call(`${this.base}/chat${after === undefined ? "" : `?after=${after}`}`, {
      headers: this.headers,
    });
  }

  say(body: string, key: string = randomUUID()): Promise<TimelineItem> {
    return call(`${this.base}/chat_messages`, {
      headers: { ...this.headers, "Idempotency-Key": key },
      body: JSON.stringify({ body, client_key: key }),
    });
  }
}

/** The staff's side of all chats. */
export class StaffApi {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(pulsen: Pulsen, token: string) {
    this.base = `${pulsen.url}/v1/staff/chats`;
    this.headers = { Authorization: `Bearer ${token}` };
  }

  chat(feedbackId: string): Promise<Chat> {
    return call(`${this.base}/${feedbackId}`, { headers: this.headers });
  }

  say(feedbackId: string, body: string, key: string = randomUUID()): Promise<TimelineItem> {
    return call(`${this.base}/${feedbackId}/messages`, {
      headers: { ...this.headers, "Idempotency-Key": key },
      body: JSON.stringify({ body }),
    });
  }

  close(feedbackId: string): Promise<unknown> {
    return call(`${this.base}/${feedbackId}/close`, { headers: this.headers, body: "{}" });
  }

  reopen(feedbackId: string): Promise<unknown> {
    return call(`${this.base}/${feedbackId}/reopen`, { headers: this.headers, body: "{}" });
  }
}

/** Who said what, in order. */
export function saidIn(items: TimelineItem[]): string[] {
  return items.map(({ actor, detail }) => `${actor}: ${detail.comment.body}`);
}

/** @throws for anything but a success. */
async function call<Answer>(
  address: string,
  { headers, body }: { headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  const answer = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${address}: ${await answer.text()}`);
  return answer.json() as Promise<Answer>;
}
