import type { FeedbackItem, InboxItem } from "../wire";

/** What the server sends to the room `staff` (docs/api.md#socket). Some get lost: [`useLiveGap`] says when to fetch. */
export interface LiveEvents {
  /** A chat has begun or changed. */
  inbox_changed: InboxItem;
  /** A chat is gone. */
  chat_erased: { feedback_id: string; node_id: string };
  /** Who has a chat open, also the reader, and who of them writes. */
  presence: {
    feedback_id: string;
    node_id: string;
    colleagues: { name: string; writing: boolean }[];
  };
  /** Somebody writes in a chat, or no longer does. Members of staff have a name. */
  typing: { feedback_id: string; actor: "customer" | "staff"; typing: boolean; name?: string };
  /** How far a side has seen a chat. */
  seen: { feedback_id: string; actor: "customer" | "staff"; cursor: string };
  /** A feedback that is new or has changed, with its texts. It may come twice. */
  feedback: FeedbackItem;
  /** From when on feedback has not been sent, because there was too much. */
  feedbacks_missed: { updated_since: string };
}

/** What the console tells the server of chats that are open. */
export interface LiveSignals {
  /** Which chat is open, and whether somebody writes in it. It is told again after each reconnect. */
  presence: { feedbackId: string | null; writing: boolean };
  typing: { feedbackId: string; typing: boolean };
  seen: { feedbackId: string; cursor: string };
}

export type LiveEventName = keyof LiveEvents;
export type LiveHandler<Name extends LiveEventName> = (event: LiveEvents[Name]) => void;

/** The events that come only to those who ask for them: there are many, and they are long. */
export const FEEDBACK_EVENTS: ReadonlySet<LiveEventName> = new Set(["feedback", "feedbacks_missed"]);
