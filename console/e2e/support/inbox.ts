import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { PulsenServer, TestFile } from "pulsen-loader/e2e";

/** Records of flows that end in a chat: the node `e2e-node` shows one of them. */
export const CHAT_RECORDS = resolve(import.meta.dirname, "../../../loader/e2e/records");

/** A visitor in a chat, by the calls that their page makes. */
export class Visitor {
  readonly id: string;
  readonly token: string;
  private readonly base: string;

  private constructor(url: string, id: string, token: string) {
    this.id = id;
    this.base = `${url}/v1/feedbacks/${id}`;
    this.token = token;
  }

  /** Answers the test's flow, which begins a chat, perhaps with a first message. */
  static async begin(
    pulsen: Pick<PulsenServer, "url">,
    name: string,
    message?: string,
    node = "e2e-node",
  ): Promise<Visitor> {
    const feedback = {
      device_id: randomUUID(),
      node_id: node,
      flow_id: "e2e-flow",
      language_id: "en",
      created_at: new Date().toISOString(),
      created_offline: false,
      time_spent_in_seconds: 5,
      customer: { name },
      responses: [
        { question_id: "q-mood", option_id: "mood-bad" },
        { question_id: "q-why", body: "Warmer lamps" },
      ],
    };
    const { id, chat_token_string } = await call<{ id: string; chat_token_string: string }>(
      `${pulsen.url}/v1/feedbacks`,
      {},
      feedback,
    );
    const visitor = new Visitor(pulsen.url, id, chat_token_string);
    if (message !== undefined) await visitor.write(message);
    return visitor;
  }

  async write(body: string): Promise<void> {
    const key = randomUUID();
    const headers = { "X-Chat-Token": this.token, "Idempotency-Key": key };
    await call(`${this.base}/chat_messages`, headers, { body, client_key: key });
  }

  async sendImage({ name, mimeType, buffer }: TestFile): Promise<void> {
    const form = new FormData();
    form.set("body", "");
    form.set("attachment", new File([new Uint8Array(buffer)], name, { type: mimeType }));
    const headers = { "X-Chat-Token": this.token, "Idempotency-Key": randomUUID() };
    await call(`${this.base}/chat_messages`, headers, form);
  }

  /** Rates the chat, which has to be over. */
  async rate(rating: 0 | 50 | 100): Promise<void> {
    await call(`${this.base}/chat_ratings`, { "X-Chat-Token": this.token }, { rating });
  }

  /** Ends the chat, or leaves the queue. */
  async leave(): Promise<void> {
    await call(`${this.base}/archive`, { "X-Chat-Token": this.token }, {});
  }

  /** Returns what the visitor reads: messages as lines of the form `actor: text`. */
  async reads(): Promise<string[]> {
    type Item = { actor: string; detail: { comment: { body: string } } };
    const chat = await call<{ timeline_items: Item[] }>(`${this.base}/chat`, { "X-Chat-Token": this.token });
    return chat.timeline_items.map(({ actor, detail }) => `${actor}: ${detail.comment.body}`);
  }
}

async function call<Body>(address: string, headers: Record<string, string>, body?: object): Promise<Body> {
  // A form names its own boundary.
  const isForm = body instanceof FormData;
  const response = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body !== undefined && !isForm && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`${response.status} for ${address}: ${await response.text()}`);
  return response.json() as Promise<Body>;
}

/** Stores a prepared text for all nodes. */
export async function putCannedReply(pulsen: PulsenServer, id: string, title: string, body: string) {
  const token = pulsen.staffToken(`Script ${randomUUID()}`);
  const response = await fetch(`${pulsen.url}/v1/staff/canned_replies/${id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ title, body }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}
