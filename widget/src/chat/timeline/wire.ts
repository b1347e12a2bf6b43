/**
 * A chat as the server tells it (specification, section 3.6), as far as this application reads it. Snake case, as on
 * the wire.
 */
export interface ChatDetail {
  node: ChatNode;
  /** The answers of the feedback that the chat belongs to. */
  responses: AnsweredQuestion[];
  /** The language that the feedback was given in. */
  creator_language_code?: string | null;
  /** When the feedback was given. */
  created_at: string;
  status: ChatStatus;
  /** What the visitor is told while the chat waits for someone. */
  chat_queue_body?: string | null;
  /** All messages, or those that came after the cursor that was asked with. */
  timeline_items: TimelineItem[];
  /** Where to go on asking. */
  cursor?: string | null;
}

export type ChatStatus = "open" | "queued" | "closed" | "archived";

export interface ChatNode {
  name?: string | null;
  logo_url?: string | null;
  primary_color?: string | null;
  /** Whether someone is there now. */
  operating?: boolean | null;
  operating_24_7?: boolean | null;
  /** When someone is, by day; none: always. Which of them hold now is the server's to say. */
  operating_hours?: unknown[] | null;
}

export interface AnsweredQuestion {
  question_id: string;
  question?: string | null;
  style?: string | null;
  answer?: string | null;
}

/** Something that happened in a chat; so far only messages are known. */
export interface TimelineItem {
  id: string;
  action: string;
  /** `customer` or `staff`. */
  actor: string;
  detail: {
    comment?: { body?: string | null; created_at: string } | null;
    user?: Person | null;
    customer?: Person | null;
  };
  /** The key that its sender minted, where it was sent with one. */
  client_key?: string | null;
}

export interface Person {
  name?: string | null;
  nickname?: string | null;
  surname?: string | null;
  avatar?: string | null;
  avatar_color?: string | null;
}

/** The live event: the whole timeline as it is after a reply. */
export interface ReplyCreated {
  feedback_id?: string | null;
  status?: ChatStatus | null;
  timeline_items?: TimelineItem[] | null;
  cursor?: string | null;
}
