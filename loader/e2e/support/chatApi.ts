import { randomUUID } from "node:crypto";
import type { TestFile } from "./files";
import type { PulsenServer } from "./pulsenServer";

/** The id and the token that give access to a chat. */
export interface ChatAccess {
  feedbackId: string;
  token: string;
}

export interface TimelineItem {
  id: string;
  actor: "customer" | "staff";
  detail: { comment: { body: string; created_at: string; attachment?: object } };
}

/** Returns the address of a chat's page, with the token. */
export function chatLink(pulsen: PulsenServer, { feedbackId, token }: ChatAccess): string {
  return `${pulsen.url}/chat?feedback_id=${feedbackId}&token=${token}`;
}

/** The fields of the server's chat responses that tests read. */
export interface Chat {
  status: string;
  chat_ratings?: { rating: number }[];
  timeline_items: TimelineItem[];
  /** The position behind which the items begin. */
  timeline_after: number;
  cursor: string;
}

/** Submits feedback for the test's flow without a browser. Its flow ends in a chat. */
export async function submitFeedback(
  pulsen: PulsenServer,
  why = "Warmer lamps",
  nodeId = "e2e-node",
): Promise<ChatAccess> {
  const feedback = {
    device_id: randomUUID(),
    node_id: nodeId,
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
  const response = await call<{ id: string; chat_token_string: string }>(`${pulsen.url}/v1/feedbacks`, {
    body: JSON.stringify(feedback),
  });
  return { feedbackId: response.id, token: response.chat_token_string };
}

/** The visitor's calls for a chat. */
export class VisitorApi {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(pulsen: PulsenServer, { feedbackId, token }: ChatAccess) {
    this.base = `${pulsen.url}/v1/feedbacks/${feedbackId}`;
    this.headers = { "X-Chat-Token": token };
  }

  /** Returns the whole chat, or its changes after a cursor. */
  chat(after?: string): Promise<Chat> {
    return call(`${this.base}/chat${after === undefined ? "" : `?after=${after}`}`, {
      headers: this.headers,
    });
  }

  rate(rating: 0 | 50 | 100): Promise<unknown> {
    return call(`${this.base}/chat_ratings`, { headers: this.headers, body: JSON.stringify({ rating }) });
  }

  sendMessage(body: string, key: string = randomUUID()): Promise<TimelineItem> {
    return call(`${this.base}/chat_messages`, {
      headers: { ...this.headers, "Idempotency-Key": key },
      body: JSON.stringify({ body, client_key: key }),
    });
  }
}

/** The staff's calls for all chats. */
export class StaffApi {
  private readonly base: string;
  private readonly headers: Record<string, string>;

  constructor(pulsen: PulsenServer, token: string) {
    this.base = `${pulsen.url}/v1/staff/chats`;
    this.headers = { Authorization: `Bearer ${token}` };
  }

  /** Returns a chat with its last items, or with those before a position. */
  chat(feedbackId: string, before?: number): Promise<Chat> {
    const query = before === undefined ? "" : `?before=${before}`;
    return call(`${this.base}/${feedbackId}${query}`, { headers: this.headers });
  }

  /** Returns all items of a chat, page by page. */
  async wholeTimeline(feedbackId: string): Promise<TimelineItem[]> {
    const items: TimelineItem[] = [];
    let page = await this.chat(feedbackId);
    items.unshift(...page.timeline_items);
    while (page.timeline_after > 0) {
      // A page holds what is after a position: that item is the last one of the page before.
      page = await this.chat(feedbackId, page.timeline_after + 1);
      items.unshift(...page.timeline_items);
    }
    return items;
  }

  sendMessage(feedbackId: string, body: string, key: string = randomUUID()): Promise<TimelineItem> {
    return call(`${this.base}/${feedbackId}/messages`, {
      headers: { ...this.headers, "Idempotency-Key": key },
      body: JSON.stringify({ body }),
    });
  }

  sendImage(feedbackId: string, { name, mimeType, buffer }: TestFile, body = ""): Promise<TimelineItem> {
    const form = new FormData();
    form.set("body", body);
    form.set("attachment", new File([new Uint8Array(buffer)], name, { type: mimeType }));
    const headers = { ...this.headers, "Idempotency-Key": randomUUID() };
    return call(`${this.base}/${feedbackId}/messages`, { headers, body: form });
  }

  /** Returns a feedback with its answers. */
  feedback(id: string): Promise<{ origin_url?: string; responses: object[] }> {
    const address = new URL(`/v1/staff/feedbacks/${id}`, this.base).href;
    return call(address, { headers: this.headers });
  }

  /** Erases a feedback with its chat. */
  erase(feedbackId: string): Promise<unknown> {
    const address = new URL("/v1/staff/erasures", this.base).href;
    return call(address, { headers: this.headers, body: JSON.stringify({ feedback_id: feedbackId }) });
  }

  accept(feedbackId: string): Promise<unknown> {
    return call(`${this.base}/${feedbackId}/accept`, { headers: this.headers, body: "{}" });
  }

  close(feedbackId: string): Promise<unknown> {
    return call(`${this.base}/${feedbackId}/close`, { headers: this.headers, body: "{}" });
  }

  reopen(feedbackId: string): Promise<unknown> {
    return call(`${this.base}/${feedbackId}/reopen`, { headers: this.headers, body: "{}" });
  }
}

/** Returns the messages as lines of the form `actor: text`. */
export function messageLines(items: TimelineItem[]): string[] {
  return items.map(({ actor, detail }) => `${actor}: ${detail.comment.body}`);
}

/** @throws if the response is not a success. */
async function call<Body>(
  address: string,
  { headers, body }: { headers?: Record<string, string>; body?: string | FormData },
): Promise<Body> {
  const response = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(typeof body === "string" && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${response.status} for ${address}: ${await response.text()}`);
  return response.json() as Promise<Body>;
}
