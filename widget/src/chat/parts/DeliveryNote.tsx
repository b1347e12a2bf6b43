import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import type { Delivery } from "../timeline/days";
import { Refusal } from "./lazyAttachments";

/** What can be done with a message that was not sent. */
export interface DeliveryActs {
  /** Undefined if the chat accepts no more messages. */
  retry: ((clientKey: string) => void) | undefined;
  remove: (clientKey: string) => void;
}

interface Props {
  messageKey: string;
  delivery: Delivery;
  acts: DeliveryActs;
}

/** Below a message that was not sent: why not, and what can be done. */
export function DeliveryNote({ messageKey, delivery, acts }: Props) {
  const text = useChatText();
  const { state, reason } = delivery;
  if (state === "sending" || state === "sent") return null;
  if (state === "held") return <p className="bubble__wait">{text("message_held")}</p>;
  const { retry, remove } = acts;
  const isDelayed = state === "delayed";
  return (
    <div className={isDelayed ? "bubble__wait" : "bubble__failure"}>
      <span className="bubble__reason">
        {isDelayed ? text("message_not_sent_yet") : <Reason code={reason} />}
      </span>
      <span className="bubble__acts">
        {retry && (
          <button type="button" className="link-button" onClick={() => retry(messageKey)}>
            {text("try_again")}
          </button>
        )}
        <button type="button" className="link-button" onClick={() => remove(messageKey)}>
          {text("delete")}
        </button>
      </span>
    </div>
  );
}

/** What visitors read about the server's refusals, by the code of the problem (docs/api.md#error-codes). */
const REASONS: Record<string, ChatTextKey> = {
  chat_not_open: "refused_closed",
  chat_erased: "refused_closed",
  outside_hours: "out_of_hours",
  chat_full: "refused_full",
  attachment_not_taken: "refused_image",
  device_blocked: "refused_blocked",
};

function Reason({ code }: { code: string | undefined }) {
  const text = useChatText();
  if (code === undefined) return text("message_not_sent");
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return known ? text(known) : <Refusal code={code} />;
}
