import { type KnownTimeline, NOTHING_KNOWN } from "./items";
import { NOTHING_PENDING, type PendingMessages } from "./pendingMessages";
import { NOBODY, type Presence } from "./presence";
import { NO_RATING, type Rating } from "./rating";
import type { ChatDetail, ChatStatus } from "./wire";

/** One chat as this page knows it. Immutable: each event makes a new one. */
export interface ChatState extends KnownTimeline, PendingMessages {
  /** `failed`: nothing could be loaded yet. `refused`: the token opens no chat. `erased`: the chat is gone. */
  phase: "loading" | "shown" | "failed" | "refused" | "erased" | "left";
  detail: ChatDetail | undefined;
  status: ChatStatus;
  /** Messages before the known ones: `none` there are, or `known` to be there. */
  earlier: "none" | "known" | "loading" | "failed";
  /** Whether a fetch is under way. `stale`: something newer is known already, so another fetch follows. */
  fetching: "no" | "yes" | "stale";
  /** The last fetch has failed. */
  fetchFailed: boolean;
  /** The highest position that was known when the fetch under way was made. */
  knownAtFetch: number;
  connection: "connecting" | "live" | "lost";
  /** The connection has been lost for long enough to tell the visitor. */
  lost: boolean;
  /** The device has no network. */
  offline: boolean;
  archiving: "no" | "asked" | "failed";
  rating: Rating;
  /** The place in the queue, from 1, where it is known. */
  queuePlace: number | undefined;
  presence: Presence;
  /** Whether the visitor sees the chat: it is shown, on a page that is visible. */
  watched: boolean;
  /** How many messages of the staff came while nobody watched. */
  unread: number;
  /** The cursor up to which the visitor had seen the chat when they left it; `undefined`: nothing is known of that. */
  seen: string | undefined;
  /** The first message that is new to the visitor, until they write or look away. */
  firstNew: string | undefined;
}

/** @param seen the cursor up to which the visitor has seen the chat on another page; `undefined`: none is known. */
export function createChat(watched: boolean, seen?: string): ChatState {
  return {
    ...NOTHING_KNOWN,
    ...NOTHING_PENDING,
    phase: "loading",
    detail: undefined,
    // Nothing can be written before the server has said that the chat is open.
    status: "closed",
    earlier: "none",
    fetching: "no",
    fetchFailed: false,
    knownAtFetch: 0,
    connection: "connecting",
    lost: false,
    offline: false,
    archiving: "no",
    rating: NO_RATING,
    queuePlace: undefined,
    presence: NOBODY,
    watched,
    unread: 0,
    seen,
    firstNew: undefined,
  };
}

/** Returns whether nobody writes in the chat any more. */
export function isOver(status: ChatStatus): boolean {
  return status === "closed" || status === "archived";
}

/** Returns whether the visitor is asked for a rating, or has given it: the chat is over, and the business wants one. */
export function asksForRating({ rating, status }: ChatState): boolean {
  return rating.isEnabled && isOver(status);
}
