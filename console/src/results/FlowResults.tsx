import { useText } from "../texts/TextsProvider";
import { Disclosure } from "../ui/Disclosure";
import type { SummaryAnswer } from "../wire";
import { CrossTableSection } from "./CrossTableSection";
import { DaysSection } from "./DaysSection";
import { FunnelSection } from "./FunnelSection";
import { useFormats } from "./formats";
import { QuestionSection } from "./QuestionSection";
import { byRetirement } from "./questions";
import { useResults } from "./ResultsContext";
import { ScoreCards } from "./ScoreCards";
import { StatesSection } from "./StatesSection";
import type { ResultsSearch } from "./search";

interface Props {
  summary: SummaryAnswer;
  search: ResultsSearch;
  onSearch: (search: ResultsSearch) => void;
}

/** All figures of the feedback that the filter chooses. */
export function FlowResults({ summary, search, onSearch }: Props) {
  const text = useText();
  const { flow } = useResults();
  const { asked, retired } = byRetirement(summary.questions, flow);
  const { row: _row, column: _column, ...rest } = search;
  return (
    <>
      <Facts summary={summary} />
      <ScoreCards summary={summary} />
      <DaysSection summary={summary} />
      <FunnelSection summary={summary} />
      <section className="results-section">
        <h2 className="results-section__title">{text("results_questions")}</h2>
        <div className="results-questions">
          {asked.map((question) => (
            <QuestionSection key={question.question_id} question={question} summary={summary} />
          ))}
        </div>
      </section>
      <CrossTableSection
        questions={summary.questions}
        row={search.row}
        column={search.column}
        onChange={(questions) => onSearch({ ...rest, ...questions })}
      />
      <StatesSection summary={summary} />
      {retired.length > 0 && (
        <section className="results-section">
          <h2 className="results-section__title">{text("results_retired")}</h2>
          <p className="soft">{text("results_retired_hint")}</p>
          <Disclosure title={text("results_retired_show", { count: retired.length })}>
            <div className="results-questions">
              {retired.map((question) => (
                <QuestionSection key={question.question_id} question={question} summary={summary} />
              ))}
            </div>
          </Disclosure>
        </section>
      )}
    </>
  );
}

/** How much feedback the figures are of, and what is not in them. */
function Facts({ summary }: { summary: SummaryAnswer }) {
  const text = useText();
  const formats = useFormats();
  const { complete, partial, time_spent, comparison, is_complete, is_index_behind } = summary;
  const before = comparison && comparison.complete + comparison.partial;
  return (
    <div className="results-facts">
      <p role="status">
        <strong>{text("results_count", { count: complete + partial })}</strong>
        {partial > 0 && ` · ${text("results_partial_count", { count: partial })}`}
        {time_spent && ` · ${text("results_time", { count: formats.number(Math.round(time_spent.median)) })}`}
        {before !== undefined && ` · ${text("results_total_before", { count: before })}`}
      </p>
      {!is_complete && <p className="note note--hint">{text("results_incomplete")}</p>}
      {is_index_behind && <p className="soft small">{text("results_behind")}</p>}
    </div>
  );
}
