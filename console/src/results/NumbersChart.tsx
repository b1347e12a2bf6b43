import type { FlowQuestion } from "../answers/flow";
import { binsOf, scaleCounts } from "../charts/bins";
import { ChartFigure } from "../charts/ChartFigure";
import { Columns } from "../charts/Columns";
import { useText } from "../texts/TextsProvider";
import type { Numbers, QuestionSummary } from "../wire";
import { type Formats, useFormats } from "./formats";
import { areExact, shownScale } from "./questions";
import { type AnswerFilter, useResults } from "./ResultsContext";

/** A column of numbers, and the filter that chooses them. */
interface NumberColumn {
  name: string;
  count: number;
  answer: AnswerFilter | null;
}

/** How often each number was given, or if they are many, how many lie in each of several ranges; with mean and median. */
export function NumbersChart(props: { question: QuestionSummary; now: FlowQuestion | undefined }) {
  const { question, now } = props;
  const text = useText();
  const formats = useFormats();
  const { choose, isChosen } = useResults();
  const { numbers } = question;
  if (!numbers) return null;
  if (numbers.values.length === 0)
    return (
      <>
        <Figures numbers={numbers} />
        <p className="soft small">{text("results_too_many_numbers")}</p>
      </>
    );
  const columns = columnsOf(question, now, formats);
  const title = text("results_numbers_of", { question: question.question });
  const onlyThese = ({ name, count }: NumberColumn) => text("results_only_these", { name, count });
  return (
    <>
      <Figures numbers={numbers} />
      <ChartFigure
        label={title}
        table={{
          columns: [text("results_value_given"), text("results_number"), text("results_share")],
          rows: columns.map((column) => ({
            id: column.name,
            cells: [
              column.name,
              column.answer
                ? {
                    text: formats.number(column.count),
                    label: onlyThese(column),
                    isChosen: isChosen(column.answer),
                    onChoose: () => column.answer && choose(column.answer),
                  }
                : formats.number(column.count),
              formats.percent(column.count / numbers.count),
            ],
          })),
        }}
      >
        <Columns
          label={title}
          columns={columns.map(({ name, count, answer }) => ({
            name,
            count,
            value: `${name}: ${formats.percent(count / numbers.count)} · ${formats.number(count)}`,
            isChosen: answer !== null && isChosen(answer),
          }))}
          formatTick={formats.tick}
          mostNames={columns.every(({ name }) => name.length <= 3) ? 12 : 5}
          hint={columns.some(({ answer }) => answer) ? text("results_plot_hint") : ""}
          {...(columns.some(({ answer }) => answer) && {
            onChoose: (index: number) => {
              const answer = columns[index]?.answer;
              if (answer) choose(answer);
            },
          })}
        />
      </ChartFigure>
    </>
  );
}

function Figures({ numbers: { mean, median, min, max } }: { numbers: Numbers }) {
  const text = useText();
  const { exact } = useFormats();
  const figures = [
    ["results_mean", mean],
    ["results_median", median],
    ["results_min", min],
    ["results_max", max],
  ] as const;
  return (
    <dl className="results-figures">
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{text(key)}</dt>
          <dd>{exact(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(
  question: QuestionSummary,
  now: FlowQuestion | undefined,
  { exact }: Formats,
): NumberColumn[] {
  const values = question.numbers?.values ?? [];
  const scale = shownScale(question, now);
  const isExact = areExact(question);
  if (scale)
    return scaleCounts(values, scale).map(({ value, count }) => ({
      name: exact(value),
      count,
      answer: isExact ? { question: question.question_id, at_least: value, at_most: value } : null,
    }));
  return binsOf(values).map(({ from, to, count }) => {
    // The filter has both ends: the numbers that are in the bin.
    const within = values.filter(({ value }) => value >= from && value < to).map(({ value }) => value);
    const isWhole = to - from === 1 && Number.isInteger(from) && within.every(Number.isInteger);
    return {
      name: isWhole ? exact(from) : `${exact(from)}–${exact(to)}`,
      count,
      answer:
        isExact && within.length > 0
          ? {
              question: question.question_id,
              at_least: Math.min(...within),
              at_most: Math.max(...within),
            }
          : null,
    };
  });
}
