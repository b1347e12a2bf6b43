import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";

/** The delivery status of a message: a clock while it is being sent, then a check mark, or a cross if it failed. */
export function DeliveryStatus({ status }: { status: NonNullable<Message["mark"]> }) {
  const text = useChatText();
  return (
    <span className={`delivery delivery--${status}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={PATHS[status]} />
      </svg>
      <span className="visually-hidden">{text(LABELS[status])}</span>
    </span>
  );
}

const PATHS = {
  sending: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 3v3l2 1.5",
  sent: "m3 8.5 3.5 3.5L13 5",
  failed: "m4 4 8 8m0-8-8 8",
};

const LABELS = {
  sending: "message_sending",
  sent: "message_sent",
  failed: "message_not_sent",
} as const;
