import { memo, use } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";
import { type DeliveryActs, DeliveryNote } from "./DeliveryNote";
import { DeliveryStatus } from "./DeliveryStatus";
import { formatTime } from "./dates";
import { emojiCount } from "./emoji";
import { PictureFrame } from "./lazyAttachments";
import { MessageText } from "./MessageText";

interface Props {
  message: Message;
  /** The sender's name, for screen readers: others recognize the sender by the side of the bubble. */
  sender: string;
  /** It is the last one that the staff have seen. */
  isLastSeen: boolean;
  acts: DeliveryActs;
}

/** One message. Memoized because each change of the timeline renders the whole log. */
export const Bubble = memo(function Bubble({ message, sender, isLastSeen, acts }: Props) {
  const text = useChatText();
  const language = use(LanguageContext);
  const { key, body, at, delivery, picture } = message;
  const emoji = picture ? 0 : emojiCount(body);
  const classes = [
    "bubble",
    emoji > 0 && `bubble--emoji bubble--emoji-${emoji}`,
    picture && "bubble--picture",
  ];
  return (
    <>
      <div className={classes.filter(Boolean).join(" ")}>
        <span className="visually-hidden">{`${sender}: `}</span>
        {picture && <PictureFrame picture={picture} delivery={delivery} />}
        {body && (
          <span className="bubble__text" dir="auto">
            <MessageText text={body} />
          </span>
        )}
        <span className="bubble__meta">
          <time dateTime={new Date(at).toISOString()}>{formatTime(at, language)}</time>
          {delivery && <DeliveryStatus state={delivery.state} />}
        </span>
      </div>
      {isLastSeen && <p className="bubble__seen">{text("seen")}</p>}
      {delivery && <DeliveryNote messageKey={key} delivery={delivery} acts={acts} />}
    </>
  );
});
