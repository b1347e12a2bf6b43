import { use } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import type { RatingNote } from "../timeline/days";
import { formatTime } from "./dates";
import { Face } from "./Face";
import { RATING_NAMES } from "./Rating";

/** An earlier rating, in the log at its time. */
export function RatingNoteView({ note: { at, rating } }: { note: RatingNote }) {
  const text = useChatText();
  const language = use(LanguageContext);
  return (
    <p className="rating-note">
      <Face value={rating} />
      <span>{text("rated_as", { rating: text(RATING_NAMES[rating]) })}</span>
      <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
    </p>
  );
}
