import { useId, useLayoutEffect, useRef } from "react";
import { useStore } from "../../basics/useStore";
import { ErrorSign } from "../../shell/ErrorSign";
import { NewFeedbackButton } from "../../shell/NewFeedbackButton";
import { Waiting } from "../../shell/Waiting";
import { useNumber } from "../../texts/useText";
import { formatDay, formatTime } from "../parts/dates";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import type { ChatStatus } from "../timeline/wire";
import type { PreviousFeedback } from "./previousApi";
import type { PreviousList, PreviousState } from "./previousList";

interface Props {
  list: PreviousList;
  language: string;
  onOpen: (feedbackId: string) => void;
  /** Starts a new feedback. Undefined while the visitor cannot give another one. */
  onNew: (() => void) | undefined;
}

/** The visitor's previous feedbacks, to choose from (docs/chat.md#previous-feedbacks). */
export function PreviousFeedbacks({ list, language, onOpen, onNew }: Props) {
  const text = useChatText();
  const headingId = useId();
  const state = useStore(list.subscribe, list.state);
  const heading = useFocusWhenShown();
  return (
    <section className="previous" aria-labelledby={headingId}>
      <h2 className="previous__heading" id={headingId} ref={heading} tabIndex={-1}>
        {text("previous_feedbacks")}
      </h2>
      <Body state={state} language={language} onOpen={onOpen} onRetry={list.load} />
      <NewFeedbackButton onNew={onNew} className="previous__new" />
    </section>
  );
}

interface BodyProps extends Pick<Props, "language" | "onOpen"> {
  state: PreviousState;
  onRetry: () => void;
}

function Body({ state: { phase, items }, language, onOpen, onRetry }: BodyProps) {
  const text = useChatText();
  if (phase === "loading") return <Waiting isTextHidden>{text("previous_loading")}</Waiting>;
  if (phase === "failed") {
    return (
      <div className="previous__message">
        <ErrorSign />
        <p role="alert">{text("previous_error")}</p>
        <button type="button" className="button button--secondary" onClick={onRetry}>
          {text("try_again")}
        </button>
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <p className="previous__message" role="status">
        {text("previous_none")}
      </p>
    );
  }
  return (
    <ul className="previous__list">
      {items.map((item) => (
        <li key={item.id}>
          <Item item={item} language={language} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function Item({
  item: { id, title, created_at: createdAt, status, unread },
  language,
  onOpen,
}: Pick<Props, "language" | "onOpen"> & { item: PreviousFeedback }) {
  const number = useNumber();
  const text = useChatText();
  const at = Date.parse(createdAt) || 0;
  return (
    <button type="button" className="previous__item" onClick={() => onOpen(id)}>
      <span className="previous__title">
        <bdi>{title ?? text("your_feedback")}</bdi>
      </span>
      {unread > 0 && (
        <span className="previous__unread">
          <span aria-hidden="true">{number(unread)}</span>
          <span className="visually-hidden">{text("new_replies", { count: unread })}</span>
        </span>
      )}
      <span className="previous__details">
        <time dateTime={createdAt}>
          {`${formatDay(at, Date.now(), language)}, ${formatTime(at, language)}`}
        </time>
        <span className={`previous__status previous__status--${status}`}>
          {text(STATUS_TEXTS[status] ?? "status_closed")}
        </span>
      </span>
    </button>
  );
}

const STATUS_TEXTS: Record<ChatStatus, ChatTextKey> = {
  open: "status_open",
  queued: "status_queued",
  closed: "status_closed",
  archived: "status_archived",
};

/** Moves the focus to the heading where what had the focus has gone, so that screen readers say what has come. */
function useFocusWhenShown() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (document.hasFocus() && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  return heading;
}
