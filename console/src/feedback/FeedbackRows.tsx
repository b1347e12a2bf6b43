import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox, Paperclip, SearchX } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { nodesQuery, recordName } from "../answers/records";
import type { Filter } from "../filter/filter";
import { REVIEW_TEXTS } from "../filter/useFilterWords";
import { useNumberFormat, useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";
import { ProblemNote } from "../ui/ProblemNote";
import { RelativeTime } from "../ui/RelativeTime";
import type { FeedbackList, ListedRecord, StaffFeedback } from "../wire";
import { summaryOf } from "./summary";

interface Props {
  query: {
    data: { pages: FeedbackList[] } | undefined;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  items: readonly StaffFeedback[];
  filter: Filter;
  openId: string | undefined;
  listRef: Ref<HTMLUListElement>;
  onFilter: (filter: Filter) => void;
}

/** The feedback of the list, of which more is loaded when its end is near. */
export function FeedbackRows({ query, items, filter, openId, listRef, onFilter }: Props) {
  const text = useText();
  const nodes = useQuery(nodesQuery).data;
  const isBehind = query.data?.pages.at(-1)?.is_index_behind && hasIndexedPart(filter);
  if (items.length === 0 && !query.hasNextPage) return <Nothing filter={filter} onFilter={onFilter} />;
  return (
    <>
      {isBehind && <p className="soft small">{text("feedback_index_behind")}</p>}
      <ul className="feedback__list" ref={listRef} aria-label={text("feedback_list")}>
        {items.map((item) => (
          <Row key={item.id} item={item} nodes={nodes} filter={filter} isOpen={item.id === openId} />
        ))}
      </ul>
      <ListEnd query={query} isEmpty={items.length === 0} />
    </>
  );
}

/** Returns whether the filter needs the index of answers, which the server fills a little later (docs/results.md#lists). */
function hasIndexedPart({ question, text, customer, device }: Filter): boolean {
  return [question, text, customer, device].some((value) => value !== undefined);
}

function Row(props: {
  item: StaffFeedback;
  nodes: ListedRecord[] | undefined;
  filter: Filter;
  isOpen: boolean;
}) {
  const { item, nodes, filter, isOpen } = props;
  const text = useText();
  const number = useNumberFormat();
  const { rating, chosen, written, files } = summaryOf(item);
  const first = chosen || written || (rating ? rating.question : text("feedback_no_answers_short"));
  const second = chosen ? written : "";
  return (
    <li className="feedback__item">
      <Link
        to="/feedback/$id"
        params={{ id: item.id }}
        search={filter}
        replace={isOpen}
        className="feedback__row"
        data-id={item.id}
        {...(isOpen && { "aria-current": "true" as const })}
      >
        <span className="feedback__rating">
          {rating && (
            <>
              <span className="visually-hidden">{rating.question}: </span>
              {number(rating.value)}
            </>
          )}
        </span>
        <span className="feedback__summary">
          <span className="feedback__first" dir="auto">
            {first}
          </span>
          {second && (
            <span className="feedback__second soft" dir="auto">
              {second}
            </span>
          )}
          <span className="feedback__facts">
            <bdi>{recordName(nodes, item.node_id)}</bdi>
            {item.review !== "new" && (
              <Badge tone={item.review === "done" ? "success" : "accent"}>
                {text(REVIEW_TEXTS[item.review])}
              </Badge>
            )}
            {item.status === "partial" && <Badge>{text("feedback_status_partial")}</Badge>}
            {files > 0 && (
              <span className="feedback__files">
                <Paperclip aria-hidden size={14} />
                {text("feedback_has_files", { count: files })}
              </span>
            )}
            {item.tags.map((tag) => (
              <bdi key={tag} className="feedback__tag">
                {tag}
              </bdi>
            ))}
          </span>
        </span>
        <span className="feedback__time soft">
          <RelativeTime time={item.received_at} />
        </span>
      </Link>
    </li>
  );
}

/** Loads what follows when it comes into view. A part may be empty though more follows: then it goes on by itself. */
function ListEnd({ query, isEmpty }: { query: Props["query"]; isEmpty: boolean }) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = query;
  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      // A busy page learns of several changes at once: the last one counts.
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "600px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  return (
    <div ref={end} className="feedback__end">
      <ProblemNote error={error} />
      {hasNextPage ? (
        isFetchingNextPage ? (
          <p className="soft small">{text(isEmpty ? "feedback_searching" : "loading")}</p>
        ) : (
          <Button kind="secondary" size="small" onPress={() => void fetchNextPage()}>
            {text("feedback_more")}
          </Button>
        )
      ) : (
        <p className="soft small">{text("feedback_end")}</p>
      )}
    </div>
  );
}

function Nothing({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const text = useText();
  if (Object.keys(filter).length === 0)
    return (
      <Empty
        icon={Inbox}
        title={text("feedback_empty")}
        action={<LinkButton to="/channels">{text("feedback_empty_action")}</LinkButton>}
      >
        {text("feedback_empty_hint")}
      </Empty>
    );
  return (
    <Empty
      icon={SearchX}
      title={text("feedback_no_match")}
      action={<Button onPress={() => onFilter({})}>{text("feedback_filter_remove_all")}</Button>}
    >
      {text("feedback_no_match_hint")}
    </Empty>
  );
}
