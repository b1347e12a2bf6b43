import type { ChatAccess } from "../chat/access";
import { type NodeHistory, readNodeHistory, updateNodeHistory } from "./nodeHistory";

/** Returns the chat that the node's widget is to show. */
export function activeChat(nodeId: string): ChatAccess | undefined {
  const history = readNodeHistory(nodeId);
  return chatsOf(history).find(({ feedbackId }) => feedbackId === history.activeChat);
}

/** Stores a chat as the one to show: it is there again after the host page is reloaded. */
export function keepActiveChat(nodeId: string, access: ChatAccess): void {
  updateNodeHistory(nodeId, (before) => ({
    ...before,
    chats: [...chatsOf(before).filter((chat) => chat.feedbackId !== access.feedbackId), access],
    activeChat: access.feedbackId,
  }));
}

/** Makes the widget show the flow again. The chat's own record stays. */
export function leaveActiveChat(nodeId: string): void {
  updateNodeHistory(nodeId, ({ activeChat: _, ...history }) => history);
}

function chatsOf({ chats }: NodeHistory): ChatAccess[] {
  return Array.isArray(chats) ? chats : [];
}
