import type { ChatAccess } from "../storage/chatRecord";
import { keepChat } from "../storage/chatRecords";
import type { OutboxRecord } from "./record";

/**
 * Keeps the token of the chat that a feedback has led to (docs/chat.md#access), whoever has sent it and whenever. Returns
 * whether it did; its record has to know that (`keep_chat`).
 */
export function keepChatOf(record: OutboxRecord | undefined): boolean {
  const chat = record?.state === "stored" && !record.isChatKept && chatOf(record);
  if (!chat) return false;
  const [nodeId = ""] = JSON.parse(record.lane) as string[];
  keepChat(nodeId, chat, { person: record.person ?? "" });
  return true;
}

/** Returns the chat that a feedback has led to. */
export function chatOf({ settled }: OutboxRecord): ChatAccess | undefined {
  const { id, chat_token_string: token } = settled?.body ?? {};
  return id && token ? { feedbackId: id, token } : undefined;
}
