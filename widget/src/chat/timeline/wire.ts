/** The fields of a chat that this application reads (docs/chat.md). In snake case, as on the wire. */
export interface ChatDetail extends TimelinePart {
  node: ChatNode;
  /** The answers of the feedback that the chat belongs to. */
  responses: AnsweredQuestion[];
  /** The language that the feedback was given in. */
  creator_language_code?: string | null;
  /** When the feedback was given. */
  created_at: string;
  status: ChatStatus;
  /** The business's text for visitors in the queue. */
  chat_queue_body?: string | null;
  /** The place in the queue, from 1, of a chat that waits there. */
  queue_place?: number | null;
  /** Whether the business asks for a rating of chats that are over. */
  chat_rating_enabled?: boolean | null;
  /** The business's text above the rating. */
  chat_rating_setting?: { body?: string | null } | null;
  /** All ratings, oldest first. */
  chat_ratings?: ChatRating[] | null;
  /** The business. */
  account?: { name?: string | null } | null;
  /** Whether files are refused. */
  prevent_upload?: boolean | null;
  /** What is known of the e-mail of the chat; addresses are masked. */
  email_enabled?: boolean | null;
  email?: string | null;
  email_offer?: string | null;
  limits?: { message_length?: number; attachment_bytes?: number } | null;
}

/** A part of the timeline: all items whose position is greater than `timeline_after` and at most `cursor`. */
export interface TimelinePart {
  timeline_items: TimelineItem[];
  /** 0: from the beginning. */
  timeline_after: number;
  /** A position, as text. */
  cursor: string;
  /** The persons that the items name, by their keys. */
  people?: Record<string, Person>;
}

export type ChatStatus = "open" | "queued" | "closed" | "archived";

/** The two sides of a chat. */
export type Actor = "customer" | "staff";

/** 0: bad, 50: neither bad nor good, 100: good. */
export type RatingValue = 0 | 50 | 100;

export interface ChatRating {
  /** Its place between the messages. */
  position: number;
  rating: RatingValue;
  created_at: string;
}

export interface ChatNode {
  name?: string | null;
  logo_url?: string | null;
  primary_color?: string | null;
  /** The operator's style sheet. */
  css_url_react?: string | null;
  branding?: boolean | null;
  /** Whether the two sides are told that the other one is writing. */
  show_typing?: boolean | null;
  /** Whether they are told what the other one has seen. */
  show_seen?: boolean | null;
  /** Whether it is working hours now. */
  operating?: boolean | null;
  operating_24_7?: boolean | null;
  /** The working hours; none: always open. Only the server evaluates them. */
  operating_hours?: unknown[] | null;
}

export interface AnsweredQuestion {
  question_id: string;
  question?: string | null;
  style?: string | null;
  answer?: string | null;
}

/** An entry of the timeline. Only messages are shown. */
export interface TimelineItem {
  id: string;
  /** Its place in the chat: the order is by position, never by time. */
  position: number;
  action: string;
  /** `customer` or `staff`. */
  actor: string;
  detail: {
    comment?: Comment | null;
    /** The key of its author, in `people`. */
    person?: string;
  };
  /** The key that its sender created, if any. */
  client_key?: string | null;
}

export interface Comment {
  body?: string | null;
  created_at: string;
  attachment?: Attachment | null;
}

/** An image that was sent with a message. */
export interface Attachment {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  type: string;
  /** In pixels. */
  width?: number | null;
  height?: number | null;
  /** A path of the API, which needs the chat's token. */
  url: string;
}

export interface Person {
  name?: string | null;
  nickname?: string | null;
  surname?: string | null;
  avatar?: string | null;
  avatar_color?: string | null;
}

/** The live event after a change of the chat. */
export interface ReplyCreated extends TimelinePart {
  feedback_id?: string | null;
  status: ChatStatus;
  chat_rating_enabled?: boolean | null;
  chat_ratings?: ChatRating[] | null;
  queue_place?: number | null;
}
