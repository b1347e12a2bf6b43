import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { flowQuery, flowsQuery } from "../answers/records";
import { FilterBar } from "../filter/FilterBar";
import { FILTER_PARTS, type Filter } from "../filter/filter";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Breadcrumb } from "../ui/Breadcrumb";
import { LinkButton } from "../ui/LinkButton";
import { NotFound } from "../ui/NotFound";
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
  const filter = filterOf(search, id);
  const isCompared = search.compare === "previous" && canCompare(filter);
  const { data: flow = null, error: flowError } = useQuery(flowQuery(id));
  const query = useQuery(summaryQuery(filter, isCompared));
  const { hasNew, refresh } = useLiveRefresh(id);
  const { isWhole, print } = usePrint();
  const show = useCallback(
    (next: ResultsSearch) => void navigate({ search: next, resetScroll: false }),
    [navigate],
  );
  const onFilter = useCallback((next: Filter) => show(withFilter(search, next)), [search, show]);
  const { compare: _, ...rest } = search;
  // The figures alone may be missing for what the filter names.
  if (hasCode(flowError, "not_found") && hasCode(query.error, "not_found")) return <NoFlow />;
  return (
    <ResultsProvider filter={filter} flow={flow} isWhole={isWhole} onFilter={onFilter}>
      <div className="results">
        <div>
          <AllFlows />
          <PageTitle title={flow?.name || id}>
            <bdi>{flow?.name || id}</bdi>
          </PageTitle>
        </div>
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

/** The way to the other flows, where there are any: the list of a single one would lead back here. */
function AllFlows() {
  const text = useText();
  const flows = useQuery(flowsQuery).data;
  if (flows?.length === 1) return <p className="breadcrumb">{text("results_title")}</p>;
  return (
    <Breadcrumb
      links={[
        <Link key="results" to="/results" className="link">
          {text("results_title")}
        </Link>,
      ]}
    />
  );
}

function NoFlow() {
  const text = useText();
  return (
    <NotFound
      title={text("results_gone")}
      hint={text("results_gone_hint")}
      isPage
      back={
        <LinkButton kind="secondary" to="/results">
          {text("results_all_flows")}
        </LinkButton>
      }
    />
  );
}
