import { keepChat } from "../storage/chatRecords";
import type { OutboxRecord } from "./record";
import { isSealing } from "./store/sealedRow";

/**
 * Keeps the token of the chat that a feedback has led to (docs/chat.md#access), whoever has sent it and whenever. Not on a
 * kiosk, where visitors follow one another.
 */
export function keepChatOf(record: OutboxRecord | undefined): void {
  const { id, chat_token_string: token } = record?.settled?.body ?? {};
  if (record?.state !== "stored" || id === undefined || token === undefined || isSealing()) return;
  keepChat(nodeOfLane(record.lane), { feedbackId: id, token });
}

function nodeOfLane(lane: string): string {
  const [nodeId] = JSON.parse(lane) as string[];
  return nodeId ?? "";
}
