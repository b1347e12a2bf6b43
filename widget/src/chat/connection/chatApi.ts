import type { Schemas } from "pulsen-loader/wire";
import { type Reply, request } from "../../http/request";
import { deviceId } from "../../storage/visitor";
import type { ChatAccess } from "../access/chatAccess";
import type { ChatDetail, ChatRating, ChatStatus, RatingValue, TimelinePart } from "../timeline/wire";

/** The HTTP calls of one chat (docs/api.md#chat-calls). Each rejects as `request` does. */
export interface ChatApi {
  /**
   * Fetches the chat: whole, or with the items after a cursor.
   *
   * @param isWatched whether the visitor sees what is fetched.
   */
  fetchChat(after: string | undefined, isWatched: boolean): Promise<ChatDetail>;
  /** Fetches a page of the messages before a position. */
  fetchEarlier(before: number): Promise<TimelinePart>;
  /** Rates the chat. The same rating again is answered with the stored one. */
  rate(rating: RatingValue): Promise<ChatRating>;
  /** Ends the chat and returns its new status. */
  archive(): Promise<ChatStatus>;
}

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

  /** Each person comes once, and the items name them by keys. */
  async function fetchPart<Part extends TimelinePart>(range: Record<string, string>): Promise<Part> {
    const query = new URLSearchParams({ people: "apart", ...range });
    const reply = await request(`${apiBase}/v1/feedbacks/${id}/chat?${query}`, { headers });
    return readBody(
      reply,
      ({ timeline_items, cursor }: Part) => Array.isArray(timeline_items) && Boolean(cursor),
    );
  }

  return {
    fetchChat: (after, isWatched) =>
      fetchPart<ChatDetail>({
        ...(after !== undefined && { after }),
        ...(!isWatched && { background: "true" }),
      }),
    fetchEarlier: (before) => fetchPart({ before: String(before) }),

    async rate(rating) {
      const reply = await postJson(`/v1/feedbacks/${id}/chat_ratings`, {
        rating,
      } satisfies Schemas["RatingBody"]);
      return readBody(reply, ({ created_at }: ChatRating) => typeof created_at === "string");
    },

    async archive() {
      const reply = await postJson(`/v1/feedback/${id}/archive`, {
        token,
      } satisfies Schemas["ChatTokenBody"]);
      return readBody(reply, ({ status }: Schemas["ChatStatusChange"]) => typeof status === "string").status;
    },
  };
}

/** @throws where the body is not the server's: a login page of a network may answer in its place. */
function readBody<Body>({ body }: Reply, isComplete: (body: Body) => boolean): Body {
  if (typeof body === "object" && body && isComplete(body as Body)) return body as Body;
  throw new Error("The response does not have the expected content.");
}
