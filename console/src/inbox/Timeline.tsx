import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import type { StaffChat } from "../wire";
import { useCommands } from "./Commands";
import { actsQuery, loadEarlier } from "./chat";
import { ActLine, RatingLine } from "./Lines";
import { MessageView } from "./MessageView";
import { OutgoingView } from "./OutgoingView";
import { type Entry, lastOf, timelineOf } from "./timeline";
import { useOutbox } from "./useOutbox";
import { useCustomer } from "./usePresence";
import { useReading } from "./useReading";

/** How near the end counts as there, in px. */
const NEAR = 48;

/** How long a screen reader may take to notice what has come into the conversation (docs/constants.md#delays). */
const NOTICED_AFTER_MS = 1_000;

const DAY = { weekday: "long", day: "numeric", month: "long" } as const;

/** The conversation. It stays at its end, unless the reader has gone up. */
export function Timeline({ chat }: { chat: StaffChat }) {
  const text = useText();
  const formatDay = useTimeFormat(DAY);
  const id = chat.feedback_id;
  const acts = useQuery(actsQuery(chat)).data?.items;
  const { read } = useCommands().acts;
  const { messages, outbox } = useOutbox();
  const customer = useCustomer(id);
  const entries = useMemo(() => {
    const outgoing = messages.filter((message) => message.chat === id);
    return timelineOf(chat, acts ?? [], outgoing);
  }, [chat, acts, messages, id]);
  // The answer to a message may be lost, but here it is: it need not be sent again, and holds no other one.
  useEffect(() => {
    const stored = new Set(chat.timeline_items.map(({ client_key }) => client_key));
    for (const { key } of messages) if (stored.has(key)) void outbox?.remove(key);
  }, [chat.timeline_items, messages, outbox]);
  const scroll = useScroll(chat, entries);
  useReading(chat, scroll.isAtEnd, read);
  const seenId = lastSeen(chat, customer.seen);
  return (
    <div className="inbox-talk">
      <section
        className="inbox-talk__scroll"
        ref={scroll.area}
        onScroll={scroll.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls can be scrolled by keys.
        tabIndex={0}
        aria-label={text("inbox_talk")}
      >
        <div className="inbox-talk__content" ref={scroll.content}>
          <Earlier chat={chat} onLoad={scroll.keepPlace} />
          {/* Screen readers announce what comes at its end. Earlier messages are no news. */}
          <div role="log" aria-label={text("inbox_talk")} aria-live={scroll.isQuiet ? "off" : "polite"}>
            <ol className="inbox-talk__entries">
              {entries.map((entry) => (
                <li key={entry.key} className={`inbox-entry inbox-entry--${entry.kind}`}>
                  {entry.kind === "day" && <span className="inbox-entry__day">{formatDay(entry.at)}</span>}
                  {entry.kind === "message" && (
                    <MessageView entry={entry} chat={chat} isSeen={entry.item.id === seenId} />
                  )}
                  {entry.kind === "act" && <ActLine entry={entry} />}
                  {entry.kind === "rating" && <RatingLine entry={entry} />}
                  {entry.kind === "outgoing" && <OutgoingView message={entry.message} />}
                </li>
              ))}
            </ol>
          </div>
          <p className="inbox-talk__typing small soft" role="status">
            {customer.isTyping && text("inbox_customer_writes")}
          </p>
        </div>
      </section>
      {scroll.unseen > 0 && (
        <div className="inbox-talk__news">
          <Button size="small" icon={ArrowDown} onPress={scroll.toEnd}>
            {text("inbox_new_messages", { count: scroll.unseen })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps the end in view, or else the place that is read. */
function useScroll(chat: StaffChat, entries: readonly Entry[]) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const fromEnd = useRef<number | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [isQuiet, setQuiet] = useState(false);
  const last = chat.timeline_items.at(-1)?.position ?? 0;
  const [seenUpTo, setSeenUpTo] = useState(last);
  if (isAtEnd && seenUpTo < last) setSeenUpTo(last);
  const toEnd = () => {
    const element = area.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    // The button goes away, and the focus would go with it.
    element.focus({ preventScroll: true });
    isStuck.current = true;
    setAtEnd(true);
  };
  const outgoing = entries.filter(({ kind }) => kind === "outgoing").length;
  const [outgoingBefore, setOutgoingBefore] = useState(outgoing);
  if (outgoing !== outgoingBefore) setOutgoingBefore(outgoing);
  // Who writes sees what they have written.
  const hasWritten = outgoing > outgoingBefore;
  useLayoutEffect(() => {
    if (hasWritten) isStuck.current = true;
  }, [hasWritten]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is shown decides, by its size.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    if (fromEnd.current !== null) {
      element.scrollTop = element.scrollHeight - fromEnd.current;
      fromEnd.current = null;
    } else if (isStuck.current) element.scrollTop = element.scrollHeight;
  }, [entries]);
  useEffect(() => {
    // Images, and a composer that grows.
    const observer = new ResizeObserver(() => {
      if (isStuck.current && area.current) area.current.scrollTop = area.current.scrollHeight;
    });
    if (area.current) observer.observe(area.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const element = area.current;
    if (!element) return;
    isStuck.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    setAtEnd(isStuck.current);
  };
  /** Earlier messages are about to come above what is read. */
  const keepPlace = () => {
    if (area.current) fromEnd.current = area.current.scrollHeight - area.current.scrollTop;
    setQuiet(true);
  };
  useEffect(() => {
    if (!isQuiet) return;
    const timer = setTimeout(() => setQuiet(false), NOTICED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  const unseen = isAtEnd
    ? 0
    : chat.timeline_items.filter(({ position, actor }) => position > seenUpTo && actor === "customer").length;
  return { area, content, onScroll, isAtEnd, isQuiet, toEnd, keepPlace, unseen };
}

/** Gives the focus to what scrolls, when the button goes that had it. */
const passFocusOn = (part: HTMLElement | null) => () => {
  if (part?.contains(document.activeElement)) part.closest("section")?.focus({ preventScroll: true });
};

function Earlier({ chat, onLoad }: { chat: StaffChat; onLoad: () => void }) {
  const text = useText();
  const queries = useQueryClient();
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  if (chat.timeline_after === 0) return null;
  const load = async () => {
    setState({ isBusy: true, error: null });
    try {
      await loadEarlier(queries, chat.feedback_id, onLoad);
      setState({ isBusy: false, error: null });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <div className="inbox-talk__earlier" ref={passFocusOn}>
      <Button kind="quiet" isBusy={state.isBusy} onPress={() => void load()}>
        {text(state.isBusy ? "loading" : "inbox_earlier")}
      </Button>
      <ProblemNote error={state.error} />
    </div>
  );
}

/** Returns the id of the last message of staff that the customer has seen. */
function lastSeen(chat: StaffChat, seen: number): string | undefined {
  return lastOf(
    chat.timeline_items,
    ({ actor, action, position }) => actor === "staff" && action === "add_comment" && position <= seen,
  )?.id;
}
