import { ChartColumn } from "lucide-react";
import { FILTER_PARTS, hasPart } from "../filter/filter";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";
import type { SummaryAnswer } from "../wire";
import { FunnelSection } from "./FunnelSection";
import { useResults } from "./ResultsContext";
import type { ResultsSearch } from "./search";

interface Props {
  summary: SummaryAnswer;
  search: ResultsSearch;
  onSearch: (search: ResultsSearch) => void;
}

/** What stands in place of results where no feedback matches: why, and the one next step. */
export function NoResults({ summary, search, onSearch }: Props) {
  const text = useText();
  const { filter } = useResults();
  const isNarrowed = FILTER_PARTS.some(
    (part) => part !== "flow" && part !== "period" && hasPart(filter, part),
  );
  const isAllTime = search.period === "all";
  return (
    <>
      {isNarrowed || !isAllTime ? (
        <Empty
          icon={ChartColumn}
          title={text("results_no_match")}
          action={
            <Button onPress={() => onSearch({ period: "all" })}>
              {text(isNarrowed ? "results_without_filter" : "results_all_time")}
            </Button>
          }
        >
          {text(isNarrowed ? "results_no_match_hint" : "results_no_match_period")}
        </Empty>
      ) : (
        <Empty
          icon={ChartColumn}
          title={text("results_empty")}
          action={<LinkButton to="/channels">{text("results_empty_action")}</LinkButton>}
        >
          {text("results_empty_hint")}
        </Empty>
      )}
      {summary.counters && summary.counters.shown > 0 && <FunnelSection summary={summary} />}
    </>
  );
}
