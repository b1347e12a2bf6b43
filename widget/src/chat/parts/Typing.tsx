import { useChatText } from "../texts/useChatText";
import { nameOf } from "../timeline/days";
import type { Presence } from "../timeline/presence";
import type { Person } from "../timeline/wire";
import { Avatar } from "./Avatar";

interface Props {
  typing: Presence["typing"];
  /** The name for somebody without one. */
  businessName: string | undefined;
}

/** Somebody of the staff is writing, for the eyes only: `TypingStatus` tells screen readers. */
export function Typing({ typing, people, businessName }: Props & { people: Record<string, Person> }) {
  const name = useWriterName(typing, businessName);
  if (name === undefined) return null;
  // Who has written before has a face.
  const person = Object.values(people).find((one) => nameOf(one) === typing?.name);
  return (
    <div className="message-group message-group--other typing" aria-hidden="true">
      <Avatar person={person} name={name} />
      <div className="message-group__messages">
        <p className="message-group__name">{name}</p>
        <div className="bubble typing__dots">
          <span />
          <span />
          <span />
        </div>
      </div>
    </div>
  );
}

/** Says once that somebody has begun to write. */
export function TypingStatus({ typing, businessName }: Props) {
  const text = useChatText();
  const name = useWriterName(typing, businessName);
  return (
    <p className="visually-hidden" role="status">
      {name !== undefined && text("typing", { name })}
    </p>
  );
}

function useWriterName(typing: Props["typing"], businessName: string | undefined): string | undefined {
  const text = useChatText();
  return typing && (typing.name || businessName || text("team"));
}
