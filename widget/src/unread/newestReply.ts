import type { ChatNews } from "../chat/previousFeedbacks/previousApi";
import type { ChatRecord } from "../storage/chatRecords";

/** The beginning of the newest unread reply of a chat. */
export type NewReply = NonNullable<ChatNews["reply"]> & { feedbackId: string };

/** Returns the newest of all; `undefined` if the visitor has dismissed it. */
export function newestReply(
  replies: readonly NewReply[],
  chats: readonly ChatRecord[],
): NewReply | undefined {
  const newest = replies.reduce<NewReply | undefined>(
    (latest, reply) => (latest && latest.created_at >= reply.created_at ? latest : reply),
    undefined,
  );
  return newest && isUpTo(newest, recordOf(newest, chats)?.dismissed) ? undefined : newest;
}

/** Returns whether a reply has been read out, on this page or another one. */
export function readOut(reply: NewReply, chats: readonly ChatRecord[]): boolean {
  return isUpTo(reply, recordOf(reply, chats)?.readOut);
}

function recordOf({ feedbackId }: NewReply, chats: readonly ChatRecord[]): ChatRecord | undefined {
  return chats.find((chat) => chat.feedbackId === feedbackId);
}

function isUpTo({ position }: NewReply, last: number | undefined): boolean {
  return last !== undefined && position <= last;
}
