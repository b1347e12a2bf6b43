import type { RequestFailure } from "../../http/retry";
import type { Seen, Typing } from "./presence";
import type { ChatDetail, ChatRating, ChatStatus, RatingValue, ReplyCreated, TimelineItem } from "./wire";

/** What can happen to a chat. */
export type ChatEvent =
  /** The chat is opened. */
  | { type: "start" }
  /** The visitor sends a message. `clientKey` is new and stays the same in every attempt. */
  | { type: "send"; clientKey: string; body: string; at: number }
  /** The visitor asks for another attempt at a failed message. */
  | { type: "retry"; clientKey: string }
  /** The visitor asks for another attempt to load the chat. */
  | { type: "reload" }
  /** The visitor ends the chat. */
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
  | ConnectionEvent;

/** Results of effects. */
type ChatResult =
  | { type: "fetched"; detail: ChatDetail }
  | ({ type: "fetch_failed" } & RequestFailure)
  | { type: "posted"; clientKey: string; item: TimelineItem }
  | ({ type: "post_failed"; clientKey: string } & RequestFailure)
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
  /** Fetch the chat, whole or from a cursor on. Results in `fetched` or `fetch_failed`. */
  | { type: "fetch_chat"; after: string | undefined }
  /** Results in `posted` or `post_failed`. */
  | { type: "post_message"; clientKey: string; body: string }
  /** Results in `archived` or `archive_failed`. */
  | { type: "archive" }
  /** Results in `rated` or `rate_failed`. */
  | { type: "post_rating"; rating: RatingValue }
  /** Tell the staff whether the visitor is writing. */
  | { type: "send_typing"; typing: boolean }
  /** Tell the staff up to where the visitor has seen the chat. */
  | { type: "send_seen"; cursor: string }
  /** Subscribe to the live events, again after every reconnect. */
  | { type: "follow" }
  | { type: "unfollow" }
  /** Send `timer` as an event after a delay. A running timer of that name is replaced. */
  | { type: "schedule"; timer: ChatTimer; afterMs: number };

export type ChatTimer =
  /** Starts the next attempt at a message. */
  | "post"
  /** Fetches what is new. */
  | "fetch"
  /** Shows that the connection is lost. */
  | "notice"
  /** Forgets that somebody of the staff is writing. */
  | "staff_typing";
