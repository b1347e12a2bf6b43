import { randomUUID } from "node:crypto";
import type { PulsenServer } from "pulsen-loader/e2e";

/** A chat of a visitor, and what opens it. */
export interface VisitorChat {
  feedbackId: string;
  token: string;
}

/** Begins a chat as a visitor of the shop's pages, who asks something and waits for an answer. */
export async function beginChat(pulsen: PulsenServer, message = "Do you have decaf?"): Promise<VisitorChat> {
  const { id, chat_token_string: token } = await answerShop(pulsen, randomUUID());
  const chat = { feedbackId: id, token };
  await write(pulsen, chat, message);
  return chat;
}

/** Answers the flow of the shop's pages as a visitor, perhaps a known customer, and asks for a chat. */
export function answerShop(pulsen: PulsenServer, deviceId: string, customerId?: string) {
  return post<{ id: string; chat_token_string: string }>(`${pulsen.url}/v1/feedbacks`, {
    device_id: deviceId,
    node_id: "demo-widget",
    flow_id: "demo-widget-flow",
    language_id: "en",
    created_at: new Date().toISOString(),
    created_offline: false,
    time_spent_in_seconds: 5,
    responses: [
      { question_id: "q-found", option_id: "found-yes" },
      { question_id: "q-talk", option_id: "talk-yes" },
    ],
    ...(customerId && { customer: { id: customerId } }),
  });
}

/** Writes into a chat as its visitor. */
export async function write(pulsen: PulsenServer, { feedbackId, token }: VisitorChat, body: string) {
  const key = randomUUID();
  await post(
    `${pulsen.url}/v1/feedbacks/${feedbackId}/chat_messages`,
    { body, client_key: key },
    { "X-Chat-Token": token, "Idempotency-Key": key },
  );
}

async function post<Answer>(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}
