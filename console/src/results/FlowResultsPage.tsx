import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { flowQuery } from "../answers/records";
import { FilterBar } from "../filter/FilterBar";
import { FILTER_PARTS, type Filter } from "../filter/filter";
import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { FlowResults } from "./FlowResults";
import { NoResults } from "./NoResults";
import { summaryQuery } from "./queries";
import { ResultsProvider } from "./ResultsContext";
import { ResultsSkeleton } from "./ResultsSkeleton";
import { canCompare, filterOf, type ResultsSearch, readResultsSearch, withFilter } from "./search";
import { Toolbar } from "./Toolbar";
import { useLiveRefresh } from "./useLiveRefresh";
import { usePrint } from "./usePrint";
import "../styles/chartRows.css";
import "../styles/charts.css";
import "../styles/results.css";
import "../styles/print.css";

const route = getRouteApi("/signed-in/results/$flow");

/** The address names the flow. */
const PARTS = FILTER_PARTS.filter((part) => part !== "flow");

/** The results of a flow, for the feedback that the filter in the address chooses. */
export function FlowResultsPage() {
  const { flow: id } = route.useParams();
  // The router adds what the address has besides what was read of it, also what was dropped.
  const written = JSON.stringify(readResultsSearch(route.useSearch()));
  const search = useMemo((): ResultsSearch => JSON.parse(written), [written]);
  const navigate = route.useNavigate();
  const text = useText();
  const filter = filterOf(search, id);
  const isCompared = search.compare === "previous" && canCompare(filter);
  const flow = useQuery(flowQuery(id)).data ?? null;
  const query = useQuery(summaryQuery(filter, isCompared));
  const { hasNew, refresh } = useLiveRefresh(id);
  const { isWhole, print } = usePrint();
  const show = useCallback(
    (next: ResultsSearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  );
  const onFilter = useCallback((next: Filter) => show(withFilter(search, next)), [search, show]);
  const { compare: _, ...rest } = search;
  return (
    <ResultsProvider filter={filter} flow={flow} isWhole={isWhole} onFilter={onFilter}>
      <div className="results">
        <PageTitle title={flow?.name || id}>
          <span className="results__area">{text("results_title")}</span>
          <bdi>{flow?.name || id}</bdi>
        </PageTitle>
        <FilterBar filter={filter} onChange={onFilter} parts={PARTS} />
        <Toolbar
          filter={filter}
          isCompared={isCompared}
          onCompare={(isCompared) => show(isCompared ? { ...rest, compare: "previous" } : rest)}
          updatedAt={query.dataUpdatedAt}
          hasNew={hasNew}
          onRefresh={refresh}
          onPrint={print}
        />
        <div
          className={`results__body${query.isPlaceholderData ? " results__body--old" : ""}`}
          aria-busy={query.isPlaceholderData}
        >
          {query.isPending && !query.error ? (
            <ResultsSkeleton />
          ) : (
            <QueryState query={query}>
              {(summary) =>
                summary.complete + summary.partial === 0 ? (
                  <NoResults summary={summary} search={search} onSearch={show} />
                ) : (
                  <FlowResults summary={summary} search={search} onSearch={show} />
                )
              }
            </QueryState>
          )}
        </div>
      </div>
    </ResultsProvider>
  );
}
