import type { ChatEffect } from "./chatEvents";
import { writtenAt } from "./items";
import { type ChatState, isOver } from "./timeline";
import type { ChatRating, RatingValue, ReplyCreated } from "./wire";

/** What the visitor thinks of a chat (docs/chat.md#rating). */
export interface Rating {
  /** Whether the business asks for it. */
  isEnabled: boolean;
  /** All ratings of this chat that are known, oldest first. */
  history: readonly ChatRating[];
  /** The rating that is on its way to the server. */
  sending: RatingValue | undefined;
  /** The rating that the server did not take. */
  failed: RatingValue | undefined;
}

export const NO_RATING: Rating = { isEnabled: false, history: [], sending: undefined, failed: undefined };

/** Returns whether the chat can be rated, or was: it is over, and the business asks for ratings. */
export function asksForRating({ rating, status }: ChatState): boolean {
  return rating.isEnabled && isOver(status);
}

/** Returns the rating that holds: the latest one, unless the visitor has written since. */
export function ratingOf({ rating, items }: ChatState): ChatRating | undefined {
  const latest = rating.history.at(-1);
  const lastOwn = items.filter(({ actor }) => actor === "customer").at(-1);
  if (!latest || !lastOwn) return latest;
  return ratedAt(latest) >= writtenAt(lastOwn) ? latest : undefined;
}

/** Returns when a rating was given, in milliseconds since 1970, by the server's clock. */
export function ratedAt({ created_at }: ChatRating): number {
  return Date.parse(created_at) || 0;
}

/** Takes what the server says of the ratings. */
export function receiveRatings(state: ChatState, received: ReplyCreated) {
  state.rating = {
    ...state.rating,
    isEnabled: received.chat_rating_enabled ?? state.rating.isEnabled,
    history: received.chat_ratings ?? state.rating.history,
  };
}

/** The visitor rates the chat. One rating at a time, and none where one holds. */
export function rate(state: ChatState, value: RatingValue): ChatEffect[] {
  if (!asksForRating(state) || state.rating.sending !== undefined || ratingOf(state)) return [];
  state.rating = { ...state.rating, sending: value, failed: undefined };
  return [{ type: "post_rating", rating: value }];
}

/** The server has stored a rating. A live event may have brought it before. */
export function addRating(state: ChatState, rating: ChatRating) {
  const { history } = state.rating;
  const isKnown = history.some(({ created_at }) => created_at === rating.created_at);
  state.rating = {
    ...state.rating,
    history: isKnown ? history : [...history, rating],
    sending: undefined,
    failed: undefined,
  };
}

/** The server has not stored a rating. */
export function failRating(state: ChatState) {
  state.rating = { ...state.rating, sending: undefined, failed: state.rating.sending };
}
