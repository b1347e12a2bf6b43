import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Archive, Download } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { FilterBar } from "../filter/FilterBar";
import { FILTER_PARTS, type Filter, readFilter } from "../filter/filter";
import { useKeys } from "../keys";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { LinkButton } from "../ui/LinkButton";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { useMedia } from "../ui/useMedia";
import { ExportDialog } from "./ExportDialog";
import { FeedbackPanel } from "./FeedbackPanel";
import { FeedbackRows } from "./FeedbackRows";
import { listQuery } from "./feedbackQueries";
import { NewFeedback } from "./NewFeedback";
import { neighbor, nextNeighbor } from "./neighbor";
import { TextSearch } from "./TextSearch";
import { useKeptPlace } from "./useKeptPlace";
import { useNewFeedback } from "./useNewFeedback";
import "../styles/feedback.css";

/** Beside the list a feedback has room from this width on; on narrower windows it is a page of its own. */
const WIDE = "(min-width: 1100px)";
// The field to search in has it.
const PARTS = FILTER_PARTS.filter((part) => part !== "text");

/** The list of feedback by the filter of the address, and beside it, or in its place, the feedback of the address. */
export function FeedbackPage() {
  const search = useSearch({ strict: false });
  const { id } = useParams({ strict: false });
  // The router makes another object for the same address.
  const written = JSON.stringify(readFilter(search));
  const filter = useMemo((): Filter => JSON.parse(written), [written]);
  const isWide = useMedia(WIDE);
  const text = useText();
  const navigate = useNavigate();
  const query = useInfiniteQuery(listQuery(filter));
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const fresh = useNewFeedback(filter, items);
  const isListShown = isWide || id === undefined;
  const scroller = useKeptPlace(written, isListShown && items !== undefined);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const ids = items?.map((item) => item.id) ?? [];
  const open = (next: string) => {
    void navigate({
      to: "/feedback/$id",
      params: { id: next },
      search: filter,
      replace: id !== undefined,
    });
    rowOf(list.current, next)?.focus();
  };
  const loadMore = async () => {
    const { data, hasNextPage, isError } = await query.fetchNextPage({ cancelRefetch: false });
    const loaded = data?.pages.flatMap((page) => page.items.map((item) => item.id)) ?? [];
    return { ids: loaded, hasMore: hasNextPage && !isError };
  };
  const address = `${id} ${written}`;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    shown.current = address;
    return () => {
      shown.current = null;
    };
  }, [address]);
  const step = async (by: 1 | -1) => {
    const near = neighbor(ids, id, by);
    if (near !== undefined) return open(near);
    if (by === -1) return;
    const next = await nextNeighbor({ ids, hasMore: query.hasNextPage }, id, loadMore);
    // Something else may be shown by now.
    if (next !== undefined && shown.current === address) open(next);
  };
  const close = async () => {
    await navigate({ to: "/feedback", search: filter });
    if (id !== undefined) rowOf(list.current, id)?.focus();
  };
  useKeys("feedback_keys", [
    { keys: "j", text: "feedback_next", run: () => void step(1) },
    { keys: "k", text: "feedback_previous", run: () => void step(-1) },
    { keys: "Escape", text: "feedback_keys_close", run: () => void close(), isOff: id === undefined },
    { keys: "/", text: "feedback_keys_search", run: () => field.current?.focus(), isOff: !isListShown },
  ]);
  const change = (changed: Filter) =>
    void navigate(
      id === undefined
        ? { to: "/feedback", search: changed }
        : { to: "/feedback/$id", params: { id }, search: changed },
    );
  return (
    <div className={`feedback${isWide && id !== undefined ? " feedback--with-panel" : ""}`}>
      <div className="feedback__main" ref={scroller} hidden={!isListShown}>
        <div className="feedback__column">
          <ListHeader filter={filter} total={query.data?.pages[0]?.total} isTitled={isListShown} />
          <TextSearch filter={filter} onChange={change} inputRef={field} />
          <FilterBar filter={filter} onChange={change} parts={PARTS} />
          <NewFeedback
            count={fresh.count}
            onShow={async () => {
              await fresh.show();
              scroller.current?.scrollTo({ top: 0 });
            }}
          />
          <QueryState query={query}>
            {() => (
              <FeedbackRows
                query={query}
                items={items ?? []}
                filter={filter}
                openId={id}
                listRef={list}
                onFilter={change}
              />
            )}
          </QueryState>
          <p className="visually-hidden" role="status">
            {query.isSuccess && items?.length === 0 && !query.hasNextPage ? text("feedback_no_match") : ""}
          </p>
        </div>
      </div>
      {id !== undefined && (
        <FeedbackPanel
          key={id}
          id={id}
          filter={filter}
          isPage={!isWide}
          onStep={(by) => void step(by)}
          onClose={() => void close()}
        />
      )}
    </div>
  );
}

function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
}

function ListHeader(props: {
  filter: Filter;
  total: { count: number; is_capped: boolean } | undefined;
  isTitled: boolean;
}) {
  const { filter, total, isTitled } = props;
  const text = useText();
  const { rights } = useSession();
  const [isExporting, setExporting] = useState(false);
  return (
    <div className="feedback__header">
      <div className="feedback__heading">
        {isTitled && <PageTitle title={text("frame_feedback")} />}
        <p className="soft" role="status">
          {total &&
            text(total.is_capped ? "feedback_total_capped" : "feedback_total", { count: total.count })}
        </p>
      </div>
      {rights.includes("export") && (
        <div className="actions">
          <Button kind="secondary" size="small" icon={Download} onPress={() => setExporting(true)}>
            {text("feedback_export")}
          </Button>
          <LinkButton kind="quiet" size="small" icon={Archive} to="/feedback/exports">
            {text("feedback_exports")}
          </LinkButton>
          {isExporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
        </div>
      )}
    </div>
  );
}
