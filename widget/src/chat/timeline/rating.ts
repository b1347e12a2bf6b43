import type { ChatRating, RatingValue, ReplyCreated, TimelineItem } from "./wire";

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

/** Returns the rating that holds: the latest one, unless the visitor has written since. */
export function currentRating({ history }: Rating, items: readonly TimelineItem[]): ChatRating | undefined {
  const latest = history.at(-1);
  const lastOwn = items.filter(({ actor }) => actor === "customer").at(-1);
  if (!latest || !lastOwn) return latest;
  return latest.position > lastOwn.position ? latest : undefined;
}

/** Returns the rating after what the server says of it. */
export function receiveRatings(rating: Rating, received: ReplyCreated): Rating {
  return {
    ...rating,
    isEnabled: received.chat_rating_enabled ?? rating.isEnabled,
    history: received.chat_ratings ?? rating.history,
  };
}

/** Returns the rating while a value is on its way to the server. */
export function sendRating(rating: Rating, value: RatingValue): Rating {
  return { ...rating, sending: value, failed: undefined };
}

/** Returns the rating after the server has stored a value, which a live event may have brought before. */
export function addRating(rating: Rating, stored: ChatRating): Rating {
  const isKnown = rating.history.some(({ position }) => position === stored.position);
  return {
    ...rating,
    history: isKnown ? rating.history : [...rating.history, stored],
    sending: undefined,
    failed: undefined,
  };
}

/** Returns the rating after the server has not stored a value. */
export function failRating(rating: Rating): Rating {
  return { ...rating, sending: undefined, failed: rating.sending };
}
