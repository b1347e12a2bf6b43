import { createContext, use } from "react";
import { useNumber, useText } from "../texts/useText";

/** The way to the list of previous feedbacks; `undefined` where there is none, and in the list itself. */
export const PreviousContext = createContext<{ show(): void; unread: number } | undefined>(undefined);

/** Leads to the list of previous feedbacks. Present if this browser has chats with the node. */
export function PreviousButton() {
  const text = useText();
  const number = useNumber();
  const previous = use(PreviousContext);
  if (!previous) return null;
  const { show, unread } = previous;
  const label = text("previous_feedbacks");
  return (
    <button type="button" className="icon-button" title={label} onClick={show}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 5h11a1.5 1.5 0 0 1 1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5H9L5.5 17v-3.5H4A1.5 1.5 0 0 1 2.5 12V6.5A1.5 1.5 0 0 1 4 5zm16 4.5a1.5 1.5 0 0 1 1.5 1.5v5.5A1.5 1.5 0 0 1 20 18h-1.5v3L15 18h-3.5" />
      </svg>
      {unread > 0 && <span className="unread-dot" aria-hidden="true" />}
      <span className="visually-hidden">{unread > 0 ? `${label} (${number(unread)})` : label}</span>
    </button>
  );
}
