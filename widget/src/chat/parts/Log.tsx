import { type ReactNode, use, useMemo } from "react";
import { LanguageContext } from "../../texts/useText";
import { useChatText } from "../texts/useChatText";
import { arrange, dayOf } from "../timeline/days";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { Answers } from "./Answers";
import { formatDay } from "./dates";
import { MessageGroups } from "./MessageGroups";
import { useStickToEnd } from "./useStickToEnd";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  onRetry: (clientKey: string) => void;
}

/** All that was said, by days. New messages are read out where they come while one reads or writes. */
export function Log({ state, detail, onRetry }: Props) {
  const text = useChatText();
  const { items, pendingMessages, status } = state;
  const days = useMemo(() => arrange(items, pendingMessages), [items, pendingMessages]);
  const newest = days.at(-1)?.groups.at(-1);
  const { log, hasNews, toEnd, onScroll } = useStickToEnd(newest?.messages.at(-1)?.key, newest?.own ?? true);
  const begun = Date.parse(detail.created_at) || 0;
  const canSend = !isOver(status);

  return (
    <div className="chat__log">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard. */}
      <div
        className="chat__scroll"
        ref={log}
        role="log"
        aria-label={text("conversation")}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="chat__content">
          <DayLine at={begun} />
          <Answers detail={detail} isQueued={status === "queued"} />
          {days.map(({ key, at, groups }) => (
            <div key={key} className="day">
              {key !== dayOf(begun) && <DayLine at={at} />}
              <MessageGroups
                groups={groups}
                businessName={detail.node.name}
                onRetry={canSend ? onRetry : undefined}
              />
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
      {hasNews && <NewsButton onPress={toEnd}>{text("new_messages")}</NewsButton>}
    </div>
  );
}

function DayLine({ at }: { at: number }) {
  const language = use(LanguageContext);
  return <p className="day-line">{formatDay(at, Date.now(), language)}</p>;
}

function NewsButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="news-button" onClick={onPress}>
      {children}
      <svg className="chevron" viewBox="0 0 16 16" aria-hidden="true">
        <path d="m4 6 4 4 4-4" />
      </svg>
    </button>
  );
}
