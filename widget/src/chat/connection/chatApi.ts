import { type Reply, request } from "../../http/request";
import { deviceId, keepVisitor } from "../../storage/visitor";
import type { ChatAccess } from "../access";
import type { ChatDetail, ChatRating, ChatStatus, RatingValue, TimelineItem } from "../timeline/wire";

/** The HTTP calls of one chat (docs/api.md#chat-calls). Each rejects as `request` does. */
export interface ChatApi {
  /** Fetches the chat: whole, or with the items after a cursor. */
  fetchChat(after: string | undefined): Promise<ChatDetail>;
  /** Sends a message. The server stores one message for a key, however often it is sent. */
  postMessage(clientKey: string, body: string): Promise<TimelineItem>;
  /** Rates the chat. The same rating again is answered with the stored one. */
  rate(rating: RatingValue): Promise<ChatRating>;
  /** Ends the chat and returns its new status. */
  archive(): Promise<ChatStatus>;
}

/**
 * In UTF-16 code units. Browsers let at most 64 KiB of requests outlive a page. The longest message that the server
 * takes (docs/api.md#limits) has at most 10,000: two for each character.
 */
const KEEPALIVE_LIMIT = 10_000;

export function createChatApi(apiBase: string, { feedbackId, token }: ChatAccess): ChatApi {
  const id = encodeURIComponent(feedbackId);
  // In a header: addresses end up in logs.
  const headers = { Accept: "application/json", "X-Chat-Token": token, "X-Device-Id": deviceId() };

  const postJson = (path: string, body: object) =>
    request(apiBase + path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  return {
    async fetchChat(after) {
      const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
      const reply = await request(`${apiBase}/v1/feedbacks/${id}/chat${query}`, { headers });
      return readBody(
        reply,
        (detail: ChatDetail) => Array.isArray(detail.timeline_items) && Boolean(detail.node),
      );
    },

    async postMessage(clientKey, body) {
      keepVisitor(Date.now());
      const form = new FormData();
      form.set("body", body);
      form.set("client_key", clientKey);
      const reply = await request(`${apiBase}/v1/feedbacks/${id}/chat_messages`, {
        method: "POST",
        headers: { ...headers, "Idempotency-Key": clientKey },
        body: form,
        // The message is sent even if the visitor leaves right after.
        keepalive: body.length <= KEEPALIVE_LIMIT,
      });
      return readBody(reply, (item: TimelineItem) => typeof item.id === "string" && Boolean(item.detail));
    },

    async rate(rating) {
      const reply = await postJson(`/v1/feedbacks/${id}/chat_ratings`, { rating });
      return readBody(reply, ({ created_at }: ChatRating) => typeof created_at === "string");
    },

    async archive() {
      const reply = await postJson(`/v1/feedback/${id}/archive`, { token });
      return readBody(reply, ({ status }: { status: ChatStatus }) => typeof status === "string").status;
    },
  };
}

/** @throws where the body is not the server's: a login page of a network may answer in its place. */
function readBody<Body>({ body }: Reply, isComplete: (body: Body) => boolean): Body {
  if (typeof body === "object" && body && isComplete(body as Body)) return body as Body;
  throw new Error("The response does not have the expected content.");
}
