import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { useState } from "react";
import { flowsQuery } from "../answers/records";
import { lastDays } from "../filter/filter";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";
import { PageTitle } from "../ui/PageTitle";
import { QueryState, Skeleton } from "../ui/QueryState";
import type { ListedRecord } from "../wire";
import { byFeedback } from "./flowOrder";
import { useFormats } from "./formats";
import { totalQuery } from "./queries";
import { DEFAULT_DAYS } from "./search";
import "../styles/results.css";

/** The flows, with how much feedback each has had, those with most first. A single one leads to its results at once. */
export function ResultsPage() {
  const text = useText();
  const query = useQuery(flowsQuery);
  const only = query.data?.length === 1 ? query.data[0] : undefined;
  if (only)
    return (
      <Navigate to="/results/$flow" params={{ flow: only.id }} search={{ compare: "previous" }} replace />
    );
  return (
    <div className="results">
      <PageTitle title={text("results_title")} />
      <QueryState query={query}>
        {(flows) =>
          flows.length === 0 ? (
            <Empty
              icon={ChartColumn}
              title={text("results_no_flows")}
              action={<LinkButton to="/channels">{text("results_empty_action")}</LinkButton>}
            >
              {text("results_no_flows_hint")}
            </Empty>
          ) : (
            <FlowList flows={flows} />
          )
        }
      </QueryState>
    </div>
  );
}

/** So many are shown at once. */
const PART = 30;
/** So many are counted to know their order. Each is a call, and a server with more flows than that is rare. */
const MOST_COUNTED = 100;

function FlowList({ flows }: { flows: readonly ListedRecord[] }) {
  const text = useText();
  const [shown, setShown] = useState(PART);
  const totals = useQueries({
    queries: flows.slice(0, MOST_COUNTED).map(({ id }) => totalQuery({ flow: id })),
  });
  // Else what one is about to press would move.
  if (totals.some(({ isPending }) => isPending)) return <Skeleton />;
  const sorted = byFeedback(flows, new Map(flows.map(({ id }, at) => [id, totals[at]?.data?.count])));
  return (
    <>
      <ul className="results-flows">
        {sorted.slice(0, shown).map((flow) => (
          <FlowItem key={flow.id} flow={flow} />
        ))}
      </ul>
      {shown < flows.length && (
        <Button kind="secondary" onPress={() => setShown((shown) => shown + PART)}>
          {text("results_more_flows")}
        </Button>
      )}
    </>
  );
}

function FlowItem({ flow: { id, title, archived } }: { flow: ListedRecord }) {
  const text = useText();
  const formats = useFormats();
  const all = useQuery(totalQuery({ flow: id })).data;
  const recent = useQuery({
    ...totalQuery({ flow: id, ...lastDays(DEFAULT_DAYS) }),
    enabled: all !== undefined && all.count > 0,
  }).data;
  return (
    <li className="results-flow">
      <span className="results-flow__name">
        <Link
          className="results-flow__link"
          to="/results/$flow"
          params={{ flow: id }}
          search={{ compare: "previous" }}
        >
          <bdi>{title || id}</bdi>
        </Link>
        {archived && <Badge>{text("results_archived")}</Badge>}
      </span>
      <span className="results-flow__count soft">
        {all && text("results_count", { count: all.count })}
        {recent && ` · ${text("results_recent", { count: formats.number(recent.count) })}`}
      </span>
    </li>
  );
}
