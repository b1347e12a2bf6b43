import type { Schemas } from "pulsen-loader/wire";
import type { ChatAccess, ChatRecord } from "./chatRecord";
import { type NodeHistory, nodeHistoriesOf, readNodeHistory, updateNodeHistory } from "./nodeHistory";
import type { Owner } from "./owner";

export type { ChatRecord };

/** Most chats of a node that are kept; as many as the server looks at (docs/api.md#previous-feedbacks). */
export const MOST_CHATS = 20;

/** What ids and tokens are made of; what is damaged in the storage must not spoil the request for the others. */
const NAME = /^[\w-]+$/;
const CURSOR = /^\d{1,15}(\.\d{9})?$/;

/** Returns the chats of a person, in this browser and with a node, the newest last. */
export function chatsOf(nodeId: string, owner?: Readonly<Owner>): ChatRecord[] {
  return recordsOf(readNodeHistory(nodeId, owner));
}

/** Returns whether a chat of this browser with a node continues, no matter whose it is. */
export function hasOpenChat(nodeId: string): boolean {
  return nodeHistoriesOf(nodeId).some((history) => recordsOf(history).some((chat) => !isOver(chat)));
}

/** Returns whether there are chats with a node that the visitor can choose from. */
export function hasPreviousChats(nodeId: string): boolean {
  return chatsOf(nodeId).some(({ status }) => status !== "refused");
}

/** Returns the chat that the node's widget is to show. */
export function activeChat(nodeId: string): ChatRecord | undefined {
  const history = readNodeHistory(nodeId);
  return recordsOf(history).find(({ feedbackId }) => feedbackId === history.activeChat);
}

/** Returns the chat to come back to: the active one if it is going on, or else the newest that is. */
export function openChatOf(nodeId: string): ChatRecord | undefined {
  const active = activeChat(nodeId);
  return active && !isOver(active) ? active : [...chatsOf(nodeId)].reverse().find((chat) => !isOver(chat));
}

/** Stores a chat as the one to show: it is there again after the host page is reloaded. */
export function keepActiveChat(nodeId: string, access: ChatAccess): void {
  keepChat(nodeId, access);
  updateNodeHistory(nodeId, (before) => ({ ...before, activeChat: access.feedbackId }));
}

/** Stores a chat of a person. */
export function keepChat(nodeId: string, { feedbackId, token }: ChatAccess, owner?: Readonly<Owner>): void {
  const keep = (before: NodeHistory) => {
    const known = recordsOf(before);
    const others = known.filter((chat) => chat.feedbackId !== feedbackId);
    const same = known.find((chat) => chat.feedbackId === feedbackId);
    // A chat that is opened again keeps its place.
    const chats = same?.token === token ? known : [...others, { ...same, feedbackId, token }];
    return { ...before, chats: withinBound(chats) };
  };
  updateNodeHistory(nodeId, keep, owner);
}

/** Makes the widget show the list or the flow again. The chat's own record stays. */
export function leaveActiveChat(nodeId: string): void {
  updateNodeHistory(nodeId, ({ activeChat: _, ...history }) => history);
}

/** Stores what has become known of a chat. Does nothing for a chat that is not kept. */
export function updateChat(
  nodeId: string,
  feedbackId: string,
  fields: Partial<Omit<ChatRecord, keyof ChatAccess>>,
): void {
  updateChats(nodeId, (chat) => (chat.feedbackId === feedbackId ? { ...chat, ...fields } : chat));
}

/** Stores what the server says of the chats that it was asked about. Of those that it leaves out, the token is no longer good. */
export function storeNews(
  nodeId: string,
  asked: readonly ChatRecord[],
  news: readonly { id: string; status: Schemas["ChatStatus"] }[],
): void {
  const askedIds = new Set(asked.map(({ feedbackId }) => feedbackId));
  const statuses = new Map(news.map(({ id, status }) => [id, status]));
  updateChats(nodeId, (chat) =>
    askedIds.has(chat.feedbackId) ? { ...chat, status: statuses.get(chat.feedbackId) ?? "refused" } : chat,
  );
}

/** Returns whether nobody can write in the chat any more. */
export function isOver({ status }: Pick<ChatRecord, "status">): boolean {
  return status === "closed" || status === "archived" || status === "refused";
}

/** Returns the header with which the server is asked about several chats (docs/api.md#previous-feedbacks). */
export function chatTokens(chats: readonly ChatRecord[]): Record<string, string> {
  const entries = chats
    .filter(({ feedbackId, token }) => NAME.test(feedbackId) && NAME.test(token))
    .map(({ feedbackId, token, seen }) => `${feedbackId}:${token}:${CURSOR.test(seen ?? "") ? seen : 0}`);
  return { "X-Chat-Tokens": entries.join(",") };
}

function updateChats(nodeId: string, change: (chat: ChatRecord) => ChatRecord): void {
  updateNodeHistory(nodeId, (before) => ({ ...before, chats: recordsOf(before).map(change) }));
}

/** Leaves out the oldest ones that are over, and then the oldest ones. */
export function withinBound(chats: ChatRecord[]): ChatRecord[] {
  const surplus = chats.length - MOST_CHATS;
  if (surplus <= 0) return chats;
  const droppable = [...chats.filter(isOver), ...chats.filter((chat) => !isOver(chat))];
  const dropped = new Set(droppable.slice(0, surplus));
  return chats.filter((chat) => !dropped.has(chat));
}

function recordsOf({ chats }: NodeHistory): ChatRecord[] {
  return Array.isArray(chats) ? chats : [];
}
