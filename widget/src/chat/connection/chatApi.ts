import { type Reply, ReplyError, request } from "../../http/request";
import { deviceId } from "../../storage/visitor";
import type { ChatAccess } from "../access";
import type { ChatDetail, ChatStatus, TimelineItem } from "../timeline/wire";

/** The calls of one chat (specification, section 7). Each fails as `request` does. */
export interface ChatApi {
  /** The chat: whole, or with what came after a cursor. */
  fetchChat(after: string | undefined): Promise<ChatDetail>;
  /** Sends a message. Its key makes sure that it is stored once, however often it is sent. */
  postMessage(clientKey: string, body: string): Promise<TimelineItem>;
  archive(): Promise<ChatStatus>;
}

/** Browsers let at most 64 KiB of requests outlive a page. */
const KEEPALIVE_LIMIT = 10_000;

export function createChatApi(apiBase: string, { feedbackId, token }: ChatAccess): ChatApi {
  const id = encodeURIComponent(feedbackId);
  // In a header: an address with a token in it would end up in logs.
  const headers = { Accept: "application/json", "X-Chat-Token": token, "X-Device-Id": deviceId() };

  return {
    async fetchChat(after) {
      const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
      const reply = await request(`${apiBase}/v1/feedbacks/${id}/chat${query}`, { headers });
      return whole(
        reply,
        (detail: ChatDetail) => Array.isArray(detail.timeline_items) && Boolean(detail.node),
      );
    },

    async postMessage(clientKey, body) {
      const form = new FormData();
      form.set("body", body);
      form.set("client_key", clientKey);
      const reply = await request(`${apiBase}/v1/feedbacks/${id}/chat_messages`, {
        method: "POST",
        headers: { ...headers, "Idempotency-Key": clientKey },
        body: form,
        // A page that is left right after sending still sends.
        keepalive: body.length <= KEEPALIVE_LIMIT,
      });
      return whole(reply, (item: TimelineItem) => typeof item.id === "string" && Boolean(item.detail));
    },

    async archive() {
      const reply = await request(`${apiBase}/v1/feedback/${id}/archive`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      });
      return whole(reply, ({ status }: { status: ChatStatus }) => typeof status === "string").status;
    },
  };
}

/** What became of a call that failed: the answer's status, or 0 where none came that could be read. */
export function failureOf(error: unknown): { status: number; retryAfterMs?: number } {
  if (!(error instanceof ReplyError)) return { status: 0 };
  const { status, headers } = error.reply;
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return { status, ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }) };
}

/** A success without its content is none: something on the way answered in the server's place. */
function whole<Body>({ body }: Reply, isWhole: (body: Body) => boolean): Body {
  if (typeof body === "object" && body && isWhole(body as Body)) return body as Body;
  throw new Error("The server's answer is not what it should be.");
}
