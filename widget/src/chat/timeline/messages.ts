import type { ChatDetail, ChatStatus, ReplyCreated, TimelineItem } from "./wire";

/** What can happen to a chat. */
export type ChatEvent =
  | { type: "start" }
  /** The visitor sends a message. Its key is minted here, before the first try: every try carries it. */
  | { type: "send"; clientKey: string; body: string; at: number }
  /** The visitor has one that did not go tried again. */
  | { type: "retry"; clientKey: string }
  /** The visitor has a chat that did not load tried again. */
  | { type: "reload" }
  /** The visitor ends the chat, or turns away from the question whether to. */
  | { type: "archive" }
  | { type: "archive_dismissed" }
  /** The chat is in front of the visitor, or no longer. */
  | { type: "watched"; watched: boolean }
  /** The visitor leaves the chat for good. */
  | { type: "leave" }
  | { type: "timer"; timer: ChatTimer }

  // Answers. A status of 0: none came, and whether the server acted is unknown.
  | { type: "fetched"; detail: ChatDetail }
  | { type: "fetch_failed"; status: number }
  | { type: "posted"; clientKey: string; item: TimelineItem }
  | { type: "post_failed"; clientKey: string; status: number; retryAfterMs?: number }
  | { type: "archived"; status: ChatStatus }
  | { type: "archive_failed" }

  // The live connection.
  /** Subscribed: from here on nothing is missed. */
  | { type: "connected" }
  | { type: "disconnected" }
  | { type: "reply_created"; reply: ReplyCreated }
  /** The browser says whether the device has a network. */
  | { type: "network"; online: boolean };

/** What is to be done for it. */
export type ChatEffect =
  /** Asks for the chat: whole, or what came after a cursor. Answered by `fetched` or `fetch_failed`. */
  | { type: "fetch_chat"; after: string | undefined }
  /** Answered by `posted` or `post_failed`. */
  | { type: "post_message"; clientKey: string; body: string }
  /** Answered by `archived` or `archive_failed`. */
  | { type: "archive" }
  /** Subscribes to the chat's live events, and again whenever the connection is back. */
  | { type: "follow" }
  | { type: "unfollow" }
  /** Comes back as `timer`. A timer that is set again starts anew. */
  | { type: "schedule"; timer: ChatTimer; afterMs: number };

export type ChatTimer =
  /** Sends again the message whose last try failed. */
  | "post"
  /** Asks the server what is new. */
  | "ask"
  /** Says that the connection is lost. */
  | "notice";
