import { use, useMemo } from "react";
import { ChevronIcon } from "../../shell/icons";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import { arrange, dayOf } from "../timeline/days";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { formatDay } from "./dates";
import { FeedbackSummary } from "./FeedbackSummary";
import { MessageGroups } from "./MessageGroups";
import { useStickToBottom } from "./useStickToBottom";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  onRetry: (clientKey: string) => void;
}

/** The conversation by days. `role="log"` makes screen readers announce new messages. */
export function ChatLog({ state, detail, onRetry }: Props) {
  const text = useChatText();
  const { items, pendingMessages, firstNew, status } = state;
  const days = useMemo(() => arrange(items, pendingMessages, firstNew), [items, pendingMessages, firstNew]);
  const newest = days.at(-1)?.groups.at(-1);
  const newestKey = newest?.messages.at(-1)?.key;
  const { log, hasNews, scrollToBottom, onScroll } = useStickToBottom(newestKey, newest?.own ?? true);
  const startedAt = Date.parse(detail.created_at) || 0;
  const canSend = !isOver(status);

  return (
    <div className="chat__log">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard. */}
      <div
        className="chat__scroll"
        ref={log}
        role="log"
        aria-label={text("conversation")}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="chat__content">
          <DayHeading at={startedAt} />
          <FeedbackSummary detail={detail} isQueued={status === "queued"} />
          {days.map(({ key, at, groups }) => (
            <div key={key} className="day">
              {key !== dayOf(startedAt) && <DayHeading at={at} />}
              <MessageGroups
                groups={groups}
                people={state.people}
                businessName={detail.node.name}
                onRetry={canSend ? onRetry : undefined}
              />
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
      {hasNews && <NewMessagesButton onPress={scrollToBottom} />}
    </div>
  );
}

function DayHeading({ at }: { at: number }) {
  const language = use(LanguageContext);
  return <p className="day-heading">{formatDay(at, Date.now(), language)}</p>;
}

function NewMessagesButton({ onPress }: { onPress: () => void }) {
  const text = useChatText();
  return (
    <button type="button" className="new-messages-button" onClick={onPress}>
      {text("new_messages")}
      <ChevronIcon />
    </button>
  );
}
