import type { ChatStatus } from "../chat/timeline/wire";
import { request } from "../http/request";
import { type ChatRecord, chatTokens } from "../storage/chatRecords";

/** What can have changed in a chat (docs/api.md#previous-feedbacks). */
export interface ChatNews {
  /** The feedback's id. */
  id: string;
  status: ChatStatus;
  /** Staff replies that this browser has not shown. */
  unread: number;
}

/** A feedback with a chat. */
export interface PreviousFeedback extends ChatNews {
  /** The visitor's words. Absent where nothing in the feedback says what it is about. */
  title?: string;
  created_at: string;
}

/** Asks for the feedbacks of these chats, the newest first. @throws as `request` does. */
export function fetchPrevious(
  apiBase: string,
  nodeId: string,
  chats: readonly ChatRecord[],
): Promise<PreviousFeedback[]> {
  return fetchItems(addressOf(apiBase, nodeId), chats);
}

/** Asks what is new in these chats. @throws as `request` does. */
export function fetchNews(
  apiBase: string,
  nodeId: string,
  chats: readonly ChatRecord[],
): Promise<ChatNews[]> {
  return fetchItems(`${addressOf(apiBase, nodeId)}/unread`, chats);
}

function addressOf(apiBase: string, nodeId: string): string {
  return `${apiBase}/v1/web_widgets/${encodeURIComponent(nodeId)}/previous_feedbacks`;
}

async function fetchItems<Item>(address: string, chats: readonly ChatRecord[]): Promise<Item[]> {
  const headers = { Accept: "application/json", ...chatTokens(chats) };
  const { body } = await request(address, { headers });
  const { items } = (body ?? {}) as { items?: unknown };
  // A login page of a network may answer in the server's place.
  if (!Array.isArray(items)) throw new Error("The response does not have the expected content.");
  return items;
}
