import type { Schemas } from "pulsen-loader/wire";
import { request } from "../../http/request";
import type { Unchecked } from "../../http/unchecked";
import { type ChatRecord, chatTokens } from "../../storage/chatRecords";

/** What can have changed in a chat (docs/api.md#previous-feedbacks): `unread` counts staff replies that this browser has not shown. */
export type ChatNews = Schemas["Items_UnreadChat"]["items"][number];

/** A feedback with a chat. It has a `title`, the visitor's words, where something in it says what it is about. */
export type PreviousFeedback = Schemas["Items_PreviousFeedback"]["items"][number];

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
  const { items } = (body ?? {}) as Unchecked<"Items_UnreadChat">;
  // A login page of a network may answer in the server's place.
  if (!Array.isArray(items)) throw new Error("The response does not have the expected content.");
  return items;
}
