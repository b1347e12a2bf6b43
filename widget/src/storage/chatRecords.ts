import type { ChatAccess } from "../chat/access";
import { readRecord, updateRecord } from "./localStore";
import { WIDGET_RECORDS, type WidgetRecord } from "./widgetRecord";

/** The chat that the node's widget is to show. */
export function activeChat(nodeId: string): ChatAccess | undefined {
  const record = readRecord<WidgetRecord>(WIDGET_RECORDS)[nodeId];
  return chatsOf(record).find(({ feedbackId }) => feedbackId === record?.activeChat);
}

/** Keeps a chat, as the one to show: it is there again when the host page is loaded anew. */
export function keepActiveChat(nodeId: string, access: ChatAccess): void {
  updateRecord<WidgetRecord>(WIDGET_RECORDS, nodeId, (before) => ({
    ...before,
    chats: [...chatsOf(before).filter((chat) => chat.feedbackId !== access.feedbackId), access],
    activeChat: access.feedbackId,
  }));
}

/** Goes back to showing the flow. The chat's own record stays, so that it can be found again. */
export function leaveActiveChat(nodeId: string): void {
  updateRecord<WidgetRecord>(WIDGET_RECORDS, nodeId, (before) => {
    const { activeChat: _, ...record } = before ?? {};
    return record;
  });
}

/** Whatever else the storage may hold. */
function chatsOf(record: WidgetRecord | undefined): ChatAccess[] {
  return Array.isArray(record?.chats) ? record.chats : [];
}
