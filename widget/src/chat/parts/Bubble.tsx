import { memo, use } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";
import { DeliveryStatus } from "./DeliveryStatus";
import { formatTime } from "./dates";
import { emojiCount } from "./emoji";
import { MessageText } from "./MessageText";

interface Props {
  message: Message;
  /** The sender's name, for screen readers: others recognize the sender by the side of the bubble. */
  sender: string;
  /** Sends a failed message again. Undefined if the chat accepts no more messages. */
  onRetry: ((clientKey: string) => void) | undefined;
}

/** One message. Memoized because each change of the timeline renders the whole log. */
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
        <span className="bubble__meta">
          <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
          {mark && <DeliveryStatus status={mark} />}
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
