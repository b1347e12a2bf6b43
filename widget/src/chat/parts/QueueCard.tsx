import type { ChatRun } from "../connection/chatRun";
import { useChatText } from "../texts/useChatText";
import type { ChatState } from "../timeline/timeline";
import { EndingButton } from "./EndChat";
import type { EndingWords } from "./EndChatDialog";

const LEAVE_QUEUE: EndingWords = {
  act: "leave_queue",
  question: "leave_queue_question",
  explanation: "leave_queue_explanation",
  stay: "keep_waiting",
};

interface Props {
  state: ChatState;
  /** The business's own words; empty: ours. */
  body: string | null | undefined;
  send: ChatRun["send"];
}

/** Asks to wait, says at which place, and lets the visitor leave (docs/chat.md#queue). */
export function QueueCard({ state, body, send }: Props) {
  const text = useChatText();
  const { queuePlace: place, archiving } = state;
  return (
    <div className="queue-card">
      <p dir="auto">{body || text("queue")}</p>
      {place !== undefined && <p className="queue-card__place">{text("queue_place", { place })}</p>}
      {/* Not part of what the log announces. */}
      <div aria-live="off">
        <EndingButton words={LEAVE_QUEUE} archiving={archiving} send={send} />
      </div>
    </div>
  );
}
