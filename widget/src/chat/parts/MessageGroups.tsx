import { Fragment } from "react";
import { useChatText } from "../texts/useChatText";
import { type MessageGroup, nameOf } from "../timeline/days";
import type { Person } from "../timeline/wire";
import { Avatar } from "./Avatar";
import { Bubble } from "./Bubble";

interface Props {
  groups: MessageGroup[];
  /** The senders by their keys. */
  people: Readonly<Record<string, Person>>;
  /** The sender's name for messages without one. */
  businessName: string | null | undefined;
  onRetry: ((clientKey: string) => void) | undefined;
}

/** Consecutive messages grouped by sender: the visitor's at the end of the line, others' at its start. */
export function MessageGroups({ groups, people, businessName, onRetry }: Props) {
  const text = useChatText();
  return groups.map(({ key, own, person: personKey, messages, isNew }) => {
    const person = personKey === undefined ? undefined : people[personKey];
    const name = own ? text("you") : nameOf(person) || businessName || text("team");
    return (
      <Fragment key={key}>
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
              <Bubble key={message.key} message={message} sender={name} onRetry={onRetry} />
            ))}
          </div>
        </div>
      </Fragment>
    );
  });
}
