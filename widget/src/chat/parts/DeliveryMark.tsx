import { useChatText } from "../texts/useChatText";
import type { Message } from "../timeline/days";

/** What became of a message: a clock while it is on its way, then a tick, or a cross (specification, section 4.6). */
export function DeliveryMark({ mark }: { mark: NonNullable<Message["mark"]> }) {
  const text = useChatText();
  return (
    <span className={`mark mark--${mark}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SIGNS[mark]} />
      </svg>
      <span className="visually-hidden">{text(NAMES[mark])}</span>
    </span>
  );
}

const SIGNS = {
  sending: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 3v3l2 1.5",
  sent: "m3 8.5 3.5 3.5L13 5",
  failed: "m4 4 8 8m0-8-8 8",
};

const NAMES = {
  sending: "message_sending",
  sent: "message_sent",
  failed: "message_not_sent",
} as const;
