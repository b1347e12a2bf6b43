import type { Submission, SubmissionOutcome } from "../../outbox/records/submission";

/** What a server does with the messages of chats (docs/api.md#chat-calls), as simple as it can be said. */
export class ModelChatServer {
  /** The keys of the messages, by chat, in the order in which they were stored. */
  readonly messages = new Map<string, string[]>();
  readonly closed = new Set<string>();
  /** The token that is good. */
  token = "t0";

  handle({ key, body, path = "", headers }: Submission): SubmissionOutcome {
    if (headers["X-Chat-Token"] !== this.token) return refusal(401, "invalid_token");
    const messages = this.messages.get(path) ?? [];
    this.messages.set(path, messages);
    const item = { status: 200, body: { id: `m-${key}`, detail: { comment: { body } } } };
    // A message that is repeated is answered as before, whatever has become of the chat.
    if (messages.includes(key)) return item;
    if (body === "wrong") return refusal(422, "length_max");
    if (this.closed.has(path)) return refusal(409, "chat_not_open");
    messages.push(key);
    return item;
  }
}

function refusal(status: number, code: string): SubmissionOutcome {
  return { status, body: { code } };
}
