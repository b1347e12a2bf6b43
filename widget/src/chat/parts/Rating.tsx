import { useId } from "react";
import type { ChatRun } from "../connection/chatRun";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import { currentRating } from "../timeline/rating";
import { asksForRating, type ChatState } from "../timeline/timeline";
import type { ChatDetail, RatingValue } from "../timeline/wire";
import { Face } from "./Face";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  send: ChatRun["send"];
}

const VALUES: readonly RatingValue[] = [0, 50, 100];

/** The names of the ratings. */
export const RATING_NAMES: Record<RatingValue, ChatTextKey> = {
  0: "rating_bad",
  50: "rating_neutral",
  100: "rating_good",
};

/** Asks what the visitor thinks of a chat that is over, and shows their choice (docs/chat.md#rating). */
export function Rating({ state, detail, send }: Props) {
  const text = useChatText();
  const titleId = useId();
  if (!asksForRating(state)) return null;
  const { rating, items } = state;
  const given = currentRating(rating, items)?.rating;
  const chosen = given ?? rating.sending;
  const { failed } = rating;
  const question = detail.chat_rating_setting?.body;
  return (
    // Not part of what the log announces: it has a status of its own.
    <section className="rating" aria-live="off" aria-labelledby={titleId}>
      <h2 id={titleId} className="rating__title" dir="auto" lang={languageOf(question, detail)}>
        {question || text("rating_question")}
      </h2>
      <div className="rating__values">
        {VALUES.map((value) => (
          <button
            key={value}
            type="button"
            className="rating__value"
            aria-pressed={chosen === value}
            // Not `disabled`: the one that was pressed keeps the focus.
            aria-disabled={chosen !== undefined}
            aria-busy={rating.sending === value}
            onClick={() => send({ type: "rate", rating: value })}
          >
            <Face value={value} />
            <span>{text(RATING_NAMES[value])}</span>
          </button>
        ))}
      </div>
      <p className="rating__note" role="status">
        {given !== undefined && text("rating_thanks")}
      </p>
      <div className="rating__failure" role="alert">
        {failed !== undefined && (
          <>
            <span>{text("rating_failed")}</span>{" "}
            <button
              type="button"
              className="link-button"
              onClick={() => send({ type: "rate", rating: failed })}
            >
              {text("try_again")}
            </button>
          </>
        )}
      </div>
    </section>
  );
}

/** Returns the language of a text of the business; `undefined` for one of ours. */
function languageOf(text: string | null | undefined, { creator_language_code }: ChatDetail) {
  return (text && creator_language_code) || undefined;
}
