import { useChatText } from "../texts/useChatText";
import { type MessageGroup, nameOf } from "../timeline/days";
import { Avatar } from "./Avatar";
import { Bubble } from "./Bubble";

interface Props {
  groups: MessageGroup[];
  /** Who speaks where a message names no one: the business. */
  businessName: string | null | undefined;
  onRetry: ((clientKey: string) => void) | undefined;
}

/** Messages by their senders: the visitor's on the right, others' on the left (specification, section 2.5). */
export function MessageGroups({ groups, businessName, onRetry }: Props) {
  const text = useChatText();
  return groups.map(({ key, own, person, messages }) => {
    const name = own ? text("you") : nameOf(person) || businessName || text("team");
    return (
      <div key={key} className={`group group--${own ? "own" : "other"}`}>
        {!own && <Avatar person={person} name={name} />}
        <div className="group__messages">
          {/* Every message says it to those who cannot see this. */}
          {!own && (
            <p className="group__name" aria-hidden="true">
              {name}
            </p>
          )}
          {messages.map((message) => (
            <Bubble key={message.key} message={message} sender={name} onRetry={onRetry} />
          ))}
        </div>
      </div>
    );
  });
}
