import { useChatText } from "../texts/useChatText";
import { type MessageGroup, nameOf } from "../timeline/days";
import type { Person } from "../timeline/wire";
import { Avatar } from "./Avatar";
import { Bubble } from "./Bubble";
import type { DeliveryActs } from "./DeliveryNote";

interface Props {
  group: MessageGroup;
  sender: Person | undefined;
  /** The sender's name for messages without one. */
  businessName: string | undefined;
  /** The key of the last message that the staff have seen. */
  seenKey: string | undefined;
  acts: DeliveryActs;
}

/** Consecutive messages of one sender: the visitor's at the end of the line, others' at its start. */
export function MessageGroupView({ group, sender, businessName, seenKey, acts }: Props) {
  const text = useChatText();
  const { own, messages, isNew } = group;
  const name = own ? text("you") : nameOf(sender) || businessName || text("team");
  return (
    <>
      {isNew && <p className="new-heading">{text("new_messages")}</p>}
      <div className={`message-group message-group--${own ? "own" : "other"}`}>
        {!own && <Avatar person={sender} name={name} />}
        <div className="message-group__messages">
          {/* Hidden from screen readers: each bubble has the name in a hidden text. */}
          {!own && (
            <p className="message-group__name" aria-hidden="true">
              {name}
            </p>
          )}
          {messages.map((message) => (
            <Bubble
              key={message.key}
              message={message}
              sender={name}
              isLastSeen={message.key === seenKey}
              acts={acts}
            />
          ))}
        </div>
      </div>
    </>
  );
}
