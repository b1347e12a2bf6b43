import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import type { ChatDetail } from "../timeline/wire";
import { Avatar } from "./Avatar";

interface Props {
  detail: ChatDetail;
  businessName: string | undefined;
  /** Nobody has replied yet, and somebody may. */
  isWaiting: boolean;
}

/** What the business says before any message: its greeting, and how soon it replies (docs/chat.md#greeting). */
export function Welcome({ detail, businessName, isWaiting }: Props) {
  const text = useChatText();
  const { chat_greeting: greeting, reply_time: replyTime } = detail;
  const name = businessName || text("team");
  return (
    <>
      {greeting && (
        <div className="message-group message-group--other">
          <Avatar person={undefined} name={name} />
          <div className="message-group__messages">
            {/* Hidden from screen readers: the bubble has the name in a hidden text. */}
            <p className="message-group__name" aria-hidden="true">
              {name}
            </p>
            <div className="bubble">
              <span className="visually-hidden">{`${name}: `}</span>
              <span className="bubble__text" dir="auto" lang={detail.creator_language_code || undefined}>
                {greeting}
              </span>
            </div>
          </div>
        </div>
      )}
      {isWaiting && replyTime && <p className="reply-time">{text(REPLY_TIMES[replyTime])}</p>}
    </>
  );
}

const REPLY_TIMES: Record<NonNullable<ChatDetail["reply_time"]>, ChatTextKey> = {
  minutes: "reply_minutes",
  half_hour: "reply_half_hour",
  hour: "reply_hour",
  hours: "reply_hours",
  day: "reply_day",
};
