import { useChatText } from "../texts/useChatText";
import { type MessageGroup, nameOf } from "../timeline/days";
import { Avatar } from "./Avatar";
import { Bubble, type BubbleActs } from "./Bubble";

interface Props {
  group: MessageGroup;
  /** The sender's name for messages without one. */
  businessName: string | undefined;
  /** The key of the last message that the staff have seen. */
  seenKey: string | undefined;
  acts: BubbleActs;
}

/** Consecutive messages of one sender: the visitor's at the end of the line, others' at its start. */
export function MessageGroupView({ group, businessName, seenKey, acts }: Props) {
  const text = useChatText();
  const { own, person, messages, isNew } = group;
  const name = own ? text("you") : nameOf(person) || businessName || text("team");
  return (
    <>
      {isNew && <p className="new-heading">{text("new_messages")}</p>}
      <div className={`message-group message-group--${own ? "own" : "other"}`}>
        {!own && <Avatar person={person} name={name} />}
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
