import { memo, use } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";
import { DeliveryMark } from "./DeliveryMark";
import { formatTime } from "./dates";
import { emojiCount } from "./emoji";
import { MessageText } from "./MessageText";

interface Props {
  message: Message;
  /** Whose message it is, for those who cannot see on which side it stands. */
  sender: string;
  /** Has a message that did not go tried again; absent where nothing can be sent any more. */
  onRetry: ((clientKey: string) => void) | undefined;
}

/** One message. Those that did not change are not rendered again. */
export const Bubble = memo(function Bubble({ message, sender, onRetry }: Props) {
  const text = useChatText();
  const language = use(LanguageContext);
  const { key, body, at, mark } = message;
  const emoji = emojiCount(body);
  return (
    <>
      <div className={`bubble ${emoji ? `bubble--emoji bubble--emoji-${emoji}` : ""}`}>
        <span className="visually-hidden">{sender}: </span>
        <span className="bubble__text" dir="auto">
          <MessageText text={body} />
        </span>
        <span className="bubble__foot">
          <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
          {mark && <DeliveryMark mark={mark} />}
        </span>
      </div>
      {mark === "failed" && (
        <p className="bubble__failure">
          {text("message_not_sent")}
          {onRetry && (
            <button type="button" className="link-button" onClick={() => onRetry(key)}>
              {text("try_again")}
            </button>
          )}
        </p>
      )}
    </>
  );
});
