import { type ReactNode, use, useMemo } from "react";
import { ChevronIcon } from "../../shell/icons";
import { LanguageContext } from "../../texts/useText";
import type { ChatRun } from "../connection/chatRun";
import { useChatText } from "../texts/useChatText";
import { arrange, dayOf, nameOf, newestGroup } from "../timeline/days";
import { lastSeenKey } from "../timeline/lastSeen";
import { currentRating } from "../timeline/rating";
import { asksForRating, type ChatState } from "../timeline/timeline";
import type { ChatDetail, Person } from "../timeline/wire";
import { Avatar } from "./Avatar";
import type { DeliveryActs } from "./DeliveryNote";
import { formatDay } from "./dates";
import { EarlierMessages, useQuietLog } from "./EarlierMessages";
import { FeedbackSummary } from "./FeedbackSummary";
import { MessageGroupView } from "./MessageGroupView";
import { QueueCard } from "./QueueCard";
import { Rating } from "./Rating";
import { RatingNoteView } from "./RatingNoteView";
import { Typing } from "./Typing";
import { useStickToBottom } from "./useStickToBottom";
import { Welcome } from "./Welcome";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  businessName: string | undefined;
  acts: DeliveryActs;
  send: ChatRun["send"];
}

/** The conversation by days. `role="log"` makes screen readers announce new messages. */
export function ChatLog({ state, detail, businessName, acts, send }: Props) {
  const text = useChatText();
  const { items, people, presence, status } = state;
  const days = useDays(state);
  const newest = newestGroup(days);
  const { log, hasNews, scrollToBottom, onScroll } = useStickToBottom({
    oldestKey: items[0]?.id,
    newestKey: newest?.messages.at(-1)?.key,
    isOwn: newest?.own ?? true,
  });
  const isQuiet = useQuietLog(state.earlier);
  const startedAt = Date.parse(detail.created_at) || 0;
  const seenKey = lastSeenKey(items, presence.staffSeen);

  return (
    <div className="chat__log">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard. */}
      <div
        className="chat__scroll"
        ref={log}
        role="log"
        aria-label={text("conversation")}
        aria-live={isQuiet ? "off" : "polite"}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="chat__content">
          <DayHeading at={startedAt} />
          <FeedbackSummary detail={detail} isFolded={items.length > 0} />
          {status !== "queued" && (
            <Welcome detail={detail} businessName={businessName} isWaiting={isWaiting(state, detail)} />
          )}
          <EarlierMessages earlier={state.earlier} log={log} onLoad={() => send({ type: "load_earlier" })} />
          {days.map(({ key, at, entries }) => (
            <div key={key} className="day">
              {key !== dayOf(startedAt) && <DayHeading at={at} />}
              {entries.map(
                (entry): ReactNode =>
                  entry.kind === "rating" ? (
                    <RatingNoteView key={entry.key} note={entry} />
                  ) : entry.kind === "joined" ? (
                    <JoinedNote key={entry.key} person={people[entry.person]} />
                  ) : (
                    <MessageGroupView
                      key={entry.key}
                      group={entry}
                      sender={entry.person === undefined ? undefined : people[entry.person]}
                      businessName={businessName}
                      seenKey={seenKey}
                      acts={acts}
                    />
                  ),
              )}
            </div>
          ))}
          <Typing typing={presence.typing} people={people} businessName={businessName} />
          {status === "queued" && <QueueCard state={state} body={detail.chat_queue_body} send={send} />}
          <Rating state={state} detail={detail} send={send} />
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
      {hasNews && (
        <NewMessagesButton
          onPress={() => {
            scrollToBottom();
            // The button goes away, and the focus would go with it.
            log.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

/** Arranges the log again where something in it has changed. The rating that holds is shown below, if it is asked for. */
function useDays(state: ChatState) {
  const { items, pendingMessages, firstNew, from, rating } = state;
  const shownBelow = asksForRating(state) ? currentRating(rating, items) : undefined;
  return useMemo(() => {
    // Those from before the first known message come with the messages around them.
    const ratings = rating.history.filter((one) => one !== shownBelow && one.position > from);
    return arrange({ items, pendingMessages, firstNew, ratings, isWhole: from === 0 });
  }, [items, pendingMessages, firstNew, from, rating.history, shownBelow]);
}

/** Returns whether a reply is what the visitor waits for: nobody has written yet, and staff are there. */
function isWaiting({ status, items }: ChatState, { node }: ChatDetail): boolean {
  return status === "open" && node.operating && items.every(({ actor }) => actor === "customer");
}

/** Above the first message of somebody of the staff. */
function JoinedNote({ person }: { person: Person | undefined }) {
  const text = useChatText();
  const name = nameOf(person);
  return (
    name && (
      <p className="joined-note">
        <Avatar person={person} name={name} />
        <span>{text("joined_by", { name })}</span>
      </p>
    )
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
      <span>{text("new_messages")}</span>
      <ChevronIcon />
    </button>
  );
}
