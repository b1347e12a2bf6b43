import type { FlowQuestion } from "../answers/flow";
import { ChartFigure } from "../charts/ChartFigure";
import { StackedBar } from "../charts/StackedBar";
import { useText } from "../texts/TextsProvider";
import type { QuestionSummary } from "../wire";
import { useFormats } from "./formats";
import { NumbersChart } from "./NumbersChart";
import { useResults } from "./ResultsContext";

/** Which answers make a detractor, a passive and a promoter (docs/results.md#formulas). */
const PARTS = [
  { id: "detractors", tone: "bad", at_least: 0, at_most: 6 },
  { id: "passives", tone: "middle", at_least: 7, at_most: 8 },
  { id: "promoters", tone: "good", at_least: 9, at_most: 10 },
] as const;

/** Detractors, passives and promoters, and below them how often each number was given. */
export function NpsChart({ question, now }: { question: QuestionSummary; now: FlowQuestion | undefined }) {
  const text = useText();
  const formats = useFormats();
  const { choose, isChosen } = useResults();
  const { values = [], count: all = 0 } = question.numbers ?? {};
  const parts = PARTS.map(({ id, tone, at_least, at_most }) => {
    const count = values
      .filter(({ value }) => value >= at_least && value <= at_most)
      .reduce((sum, { count }) => sum + count, 0);
    const share = all === 0 ? 0 : count / all;
    const answer = { question: question.question_id, at_least, at_most };
    return { id, tone, count, share, answer, label: text(`results_${id}`) };
  });
  const title = text("results_nps_of", { question: question.question });
  return (
    <>
      <p className="results-question__score">
        NPS <strong>{formats.score("nps", question.nps ?? 0)}</strong>
      </p>
      <ChartFigure
        label={title}
        note={text("results_nps_hint")}
        table={{
          columns: [text("results_group"), text("results_number"), text("results_share")],
          rows: parts.map(({ id, label, count, share, answer }) => ({
            id,
            cells: [
              label,
              {
                text: formats.number(count),
                label: text("results_only_these", { name: label, count }),
                isChosen: isChosen(answer),
                onChoose: () => choose(answer),
              },
              formats.percent(share),
            ],
          })),
        }}
      >
        <StackedBar
          parts={parts.map(({ id, tone, label, count, share }) => ({
            id,
            tone,
            label,
            count,
            value: `${formats.percent(share)} · ${formats.number(count)}`,
          }))}
          chosen={parts.find(({ answer }) => isChosen(answer))?.id}
          onChoose={(id) => {
            const part = parts.find((part) => part.id === id);
            if (part) choose(part.answer);
          }}
        />
      </ChartFigure>
      <NumbersChart question={question} now={now} />
    </>
  );
}
