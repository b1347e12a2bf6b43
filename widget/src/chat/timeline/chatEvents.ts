import type { RequestFailure } from "../../http/retry";
import type { ChatFile, PendingMessage } from "./pendingMessage";
import type { Seen, Typing } from "./presence";
import type {
  ChatDetail,
  ChatRating,
  ChatStatus,
  RatingValue,
  ReplyCreated,
  TimelineItem,
  TimelinePart,
} from "./wire";

/** What can happen to a chat. */
export type ChatEvent =
  /** The chat is opened. */
  | { type: "start" }
  /** The visitor sends a message. `clientKey` is new and stays the same in every attempt. */
  | ({ type: "send" } & NewMessage)
  /** The visitor asks for another attempt at a message, now. */
  | { type: "retry"; clientKey: string }
  /** The visitor deletes a message that has not arrived. */
  | { type: "remove"; clientKey: string }
  /** The visitor wants to see the messages before those that are known. */
  | { type: "load_earlier" }
  /** The visitor asks for another attempt to load the chat. */
  | { type: "reload" }
  /** The visitor ends the chat, or leaves the queue. */
  | { type: "archive" }
  /** The visitor closes the dialog about ending the chat. */
  | { type: "archive_dismissed" }
  /** The visitor rates the chat. */
  | { type: "rate"; rating: RatingValue }
  /** The visitor has changed what they are writing. */
  | { type: "typed"; at: number; isEmpty: boolean }
  /** The chat is shown to the visitor, or no longer. */
  | { type: "watched"; watched: boolean }
  /** The visitor leaves the chat for good. */
  | { type: "leave" }
  | { type: "timer"; timer: ChatTimer }
  | ChatResult
  | OutboxEvent
  | ConnectionEvent;

/** A message as the visitor sends it. */
export interface NewMessage {
  clientKey: string;
  body: string;
  at: number;
  attachment?: ChatFile;
}

/** What happens in the outbox, in this tab or in another one. */
export type OutboxEvent =
  /** These are the messages of the chat that the outbox has, in order. */
  | { type: "kept"; messages: readonly PendingMessage[] }
  /** A message has arrived. */
  | { type: "posted"; clientKey: string; item: TimelineItem }
  | { type: "progress"; clientKey: string; progress: number };

/** Results of effects. */
type ChatResult =
  | { type: "fetched"; detail: ChatDetail }
  | ({ type: "fetch_failed" } & RequestFailure)
  | { type: "earlier_fetched"; before: number; part: TimelinePart }
  | { type: "earlier_failed" }
  | { type: "archived"; status: ChatStatus }
  | { type: "archive_failed" }
  | { type: "rated"; rating: ChatRating }
  | ({ type: "rate_failed" } & RequestFailure);

/** What happens to the live connection. */
export type ConnectionEvent =
  /** The server has accepted the subscription: nothing is missed from now on. */
  | { type: "connected" }
  /** There is no connection. Comes again with every failed attempt to connect. */
  | { type: "disconnected" }
  | { type: "reply_created"; reply: ReplyCreated }
  /** One side writes, or has stopped. */
  | ({ type: "typing" } & Typing)
  /** One side has seen the chat up to a position. */
  | ({ type: "seen" } & Seen)
  /** The browser says whether the device has a network. */
  | { type: "network"; online: boolean };

/** What is to be done for a chat. */
export type ChatEffect =
  /** Fetch the chat, whole or from a cursor on. Results in `fetched` or `fetch_failed`. `isWatched`: for eyes that see it. */
  | { type: "fetch_chat"; after: string | undefined; isWatched: boolean }
  /** Fetch the page of messages before a position. Results in `earlier_fetched` or `earlier_failed`. */
  | { type: "fetch_earlier"; before: number }
  /** Write a message down, then send it. */
  | ({ type: "keep_message" } & NewMessage)
  /** Send a message now, whatever pause it is in. */
  | { type: "retry_message"; clientKey: string }
  | { type: "remove_message"; clientKey: string }
  /** A message has arrived, as the timeline says: it need not be sent again. */
  | { type: "forget_message"; clientKey: string }
  /** Remove what this browser keeps of the chat: its token, and what was written or begun, and not sent. */
  | { type: "forget_chat" }
  /** Something has changed for the better: send what waits. */
  | { type: "wake_outbox" }
  /** Results in `archived` or `archive_failed`. */
  | { type: "archive" }
  /** Results in `rated` or `rate_failed`. */
  | { type: "post_rating"; rating: RatingValue }
  /** Tell the staff whether the visitor is writing. */
  | { type: "send_typing"; typing: boolean }
  /** Tell the server, and by it the staff, up to where the visitor has seen the chat. */
  | { type: "send_seen"; cursor: string }
  /** Tell the server that the visitor looks at the chat now, or no longer does. */
  | { type: "tell_watched" }
  /** Subscribe to the live events, again after every reconnect. */
  | { type: "follow" }
  | { type: "unfollow" }
  /** Send `timer` as an event after a delay. A running timer of that name is replaced. */
  | { type: "schedule"; timer: ChatTimer; afterMs: number };

export type ChatTimer =
  /** Fetches what is new. */
  | "fetch"
  /** Shows that the connection is lost. */
  | "notice"
  /** Forgets that somebody of the staff is writing. */
  | "staff_typing";
