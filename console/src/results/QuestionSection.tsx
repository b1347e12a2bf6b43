import { TrendingUp } from "lucide-react";
import { useId, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import type { QuestionSummary, SummaryAnswer } from "../wire";
import { MatrixChart } from "./MatrixChart";
import { NpsChart } from "./NpsChart";
import { NumbersChart } from "./NumbersChart";
import { OptionsChart } from "./OptionsChart";
import { QuestionTrend } from "./QuestionTrend";
import { currentQuestion, kindOf } from "./questions";
import { useResults } from "./ResultsContext";
import { FEW_ANSWERS } from "./scores";
import { WordsPart } from "./WordsPart";

interface Props {
  question: QuestionSummary;
  summary: SummaryAnswer;
}

/** A question: how many have answered it, their answers by the chart that fits its style, and on demand how they changed over time. */
export function QuestionSection({ question, summary }: Props) {
  const text = useText();
  const id = useId();
  const { question_id, answered } = question;
  const [hasTrend, setTrend] = useState(false);
  const before = summary.comparison?.questions.find((other) => other.question_id === question_id);
  const title = question.question || question_id;
  return (
    <article className="results-question" aria-labelledby={id}>
      <div className="results-question__head">
        <div className="results-question__name">
          <h3 className="results-question__title" id={id} lang={summary.language}>
            <bdi>{title}</bdi>
          </h3>
          <p className="soft small">
            {text("results_answers", { count: answered })}
            {answered > 0 && answered < FEW_ANSWERS && ` · ${text("results_few")}`}
            {summary.comparison && ` · ${text("results_before_count", { count: before?.answered ?? 0 })}`}
          </p>
        </div>
        {answered > 0 && (
          <Button
            kind="quiet"
            size="small"
            icon={TrendingUp}
            label={`${text(hasTrend ? "results_hide_trend" : "results_show_trend")}: ${title}`}
            onPress={() => setTrend((hasTrend) => !hasTrend)}
          >
            {text(hasTrend ? "results_hide_trend" : "results_show_trend")}
          </Button>
        )}
      </div>
      {answered > 0 ? (
        <QuestionChart question={question} before={before} />
      ) : (
        <p className="soft">{text("results_no_answers")}</p>
      )}
      {hasTrend && answered > 0 && <QuestionTrend question={question} summary={summary} />}
    </article>
  );
}

function QuestionChart(props: { question: QuestionSummary; before: QuestionSummary | undefined }) {
  const { question } = props;
  const text = useText();
  const { flow } = useResults();
  const now = currentQuestion(flow, question.question_id);
  switch (kindOf(question)) {
    case "nps":
      return <NpsChart question={question} now={now} />;
    case "matrix":
      return <MatrixChart question={question} />;
    case "ranking":
    case "options":
      return <OptionsChart {...props} now={now} />;
    case "numbers":
      return <NumbersChart question={question} now={now} />;
    case "words":
      return <WordsPart question={question} />;
    case "count":
      return <p className="soft">{text("results_only_count")}</p>;
  }
}
