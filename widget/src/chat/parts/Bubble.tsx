import { memo, use } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";
import { DeliveryStatus } from "./DeliveryStatus";
import { formatTime } from "./dates";
import { emojiCount } from "./emoji";
import { MessageText } from "./MessageText";

/** What can be done with a message that was not sent. */
export interface BubbleActs {
  /** Undefined if the chat accepts no more messages. */
  retry: ((clientKey: string) => void) | undefined;
}

interface Props {
  message: Message;
  /** The sender's name, for screen readers: others recognize the sender by the side of the bubble. */
  sender: string;
  /** It is the last one that the staff have seen. */
  isLastSeen: boolean;
  acts: BubbleActs;
}

/** One message. Memoized because each change of the timeline renders the whole log. */
export const Bubble = memo(function Bubble({ message, sender, isLastSeen, acts }: Props) {
  const text = useChatText();
  const language = use(LanguageContext);
  const { key, body, at, mark } = message;
  const { retry } = acts;
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
      {isLastSeen && <p className="bubble__seen">{text("seen")}</p>}
      {mark === "failed" && (
        <p className="bubble__failure">
          {text("message_not_sent")}
          {retry && (
            <button type="button" className="link-button" onClick={() => retry(key)}>
              {text("try_again")}
            </button>
          )}
        </p>
      )}
    </>
  );
});
