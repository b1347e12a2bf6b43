import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import type { Delivery } from "../timeline/days";

/** How far a message has come: a clock until it is sent, then a check mark, or a cross if it was not taken. */
export function DeliveryStatus({ state }: Pick<Delivery, "state">) {
  const text = useChatText();
  return (
    <span className={`delivery delivery--${state}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={PATHS[state]} />
      </svg>
      <span className="visually-hidden">{text(LABELS[state])}</span>
    </span>
  );
}

const CLOCK = "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 3v3l2 1.5";

const PATHS: Record<Delivery["state"], string> = {
  sending: CLOCK,
  delayed: CLOCK,
  held: CLOCK,
  sent: "m3 8.5 3.5 3.5L13 5",
  failed: "m4 4 8 8m0-8-8 8",
};

const LABELS: Record<Delivery["state"], ChatTextKey> = {
  sending: "message_sending",
  delayed: "message_sending",
  held: "message_not_sent",
  sent: "message_sent",
  failed: "message_not_sent",
};
