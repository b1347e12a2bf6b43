import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { scaleOf } from "../answers/flow";
import { ChartFigure } from "../charts/ChartFigure";
import { countScale, fullScale, numberScale, type Scale } from "../charts/scale";
import { MOST_LINES, TrendLines, type TrendSeries } from "../charts/TrendLines";
import { today } from "../filter/filter";
import { type Text, useText } from "../texts/TextsProvider";
import { QueryState } from "../ui/QueryState";
import { Select } from "../ui/Select";
import type { QuestionSummary, SummaryAnswer, TrendAnswer, TrendBucket, TrendUnit } from "../wire";
import { daysBetween, MOST_STEPS, shownPeriod, unitFor } from "./days";
import { type Formats, useFormats } from "./formats";
import { trendQuery } from "./queries";
import { currentQuestion } from "./questions";
import { useResults } from "./ResultsContext";
import { RANGES } from "./scores";

/** How many days each step has at least. */
const DAYS_OF = { day: 1, week: 7, month: 28 } as const;

/** How the answers to a question changed over time: its score, its mean, or the shares of its options. */
export function QuestionTrend(props: { question: QuestionSummary; summary: SummaryAnswer }) {
  const { question, summary } = props;
  const text = useText();
  const { filter } = useResults();
  // Of all time: since the first answer.
  const { from, to } = shownPeriod(filter, summary.days, today());
  const days = daysBetween(from, to);
  const [unit, setUnit] = useState<TrendUnit | null>(null);
  const units = (["day", "week", "month"] as const).filter((unit) => days / DAYS_OF[unit] <= MOST_STEPS - 2);
  const by = unit && units.includes(unit) ? unit : unitFor(days);
  const shown = { ...filter, from, ...(filter.to !== undefined && { to }) };
  const query = useQuery(trendQuery(shown, question.question_id, by));
  return (
    <div className="results-trend">
      <Select
        label={text("results_steps")}
        value={by}
        options={units.map((unit) => ({ value: unit, label: text(`results_by_${unit}`) }))}
        onChange={setUnit}
      />
      <QueryState query={query}>{(trend) => <Trend trend={trend} />}</QueryState>
    </div>
  );
}

function Trend({ trend }: { trend: TrendAnswer }) {
  const text = useText();
  const formats = useFormats();
  const { flow } = useResults();
  const rows = trend.question.rows ?? [];
  const [chosenRow, setRow] = useState("");
  const row = rows.find(({ row_id }) => row_id === chosenRow) ?? rows[0];
  const scaleNow = scaleOf(
    currentQuestion(flow, trend.question.question_id) ?? { id: "", style: trend.question.style },
  );
  const { series, scale, format, what } = measureOf(trend, row?.row_id, scaleNow, formats, text);
  const { buckets } = trend;
  const title = text("results_trend_of", { what, question: trend.question.question });
  const nameOf = ({ day }: TrendBucket) =>
    trend.by === "day" ? formats.day(day) : text(`results_${trend.by}_of`, { day: formats.day(day) });
  const written = (value: number | null | undefined) => (value == null ? "–" : format(value));
  return (
    <>
      {rows.length > 1 && (
        <Select
          label={text("results_row")}
          value={row?.row_id ?? ""}
          options={rows.map(({ row_id, row }) => ({ value: row_id, label: row || row_id }))}
          onChange={setRow}
        />
      )}
      <ChartFigure
        label={title}
        note={
          <>
            {what}. {text("results_gaps")}
            {series.length > MOST_LINES && ` ${text("results_most_lines", { count: MOST_LINES })}`}
            {!trend.is_complete && ` ${text("results_trend_incomplete")}`}
          </>
        }
        table={{
          columns: [
            text(`results_${trend.by}`),
            ...series.map(({ label }) => label),
            text("results_answered"),
          ],
          rows: buckets.map((bucket, index) => ({
            id: bucket.day,
            cells: [
              nameOf(bucket),
              ...series.map(({ values }) => written(values[index])),
              formats.number(bucket.answered),
            ],
          })),
        }}
      >
        <TrendLines
          label={title}
          series={series}
          scale={scale}
          formatTick={format}
          names={buckets.map(({ day }) => formats.shortDay(day))}
          valueAt={(index) => {
            const bucket = buckets[index];
            if (!bucket) return "";
            const values = series
              .slice(0, MOST_LINES)
              .map(({ label, values }) =>
                series.length === 1 ? written(values[index]) : `${label}: ${written(values[index])}`,
              );
            return `${nameOf(bucket)}: ${values.join(", ")} · ${text("results_answers", { count: bucket.answered })}`;
          }}
          hint={text("results_trend_hint")}
        />
      </ChartFigure>
    </>
  );
}

interface Measure {
  series: TrendSeries[];
  scale: Scale;
  format: (value: number) => string;
  /** What is measured, in words. */
  what: string;
}

/** Returns what of a question is shown over time, by what was counted of it. */
function measureOf(
  { question, buckets }: TrendAnswer,
  row: string | undefined,
  scaleNow: { min: number; max: number } | null,
  formats: Formats,
  text: Text,
): Measure {
  const single = (
    what: string,
    values: (number | null)[],
    scale: Scale,
    format = formats.exact,
  ): Measure => ({
    what,
    series: [{ id: "value", label: what, values }],
    scale,
    format,
  });
  const scores = { nps: "NPS", csat: "CSAT (%)", ces: "CES" } as const;
  for (const kind of ["nps", "csat", "ces"] as const) {
    if (question[kind] === undefined) continue;
    const values = buckets.map((bucket) => (kind === "nps" ? bucket.nps?.score : bucket[kind]) ?? null);
    return single(scores[kind], values, fullScale(RANGES[kind][0], RANGES[kind][1]), (value) =>
      formats.score(kind, value),
    );
  }
  const options =
    row === undefined ? question.options : question.rows?.find(({ row_id }) => row_id === row)?.options;
  if (options && options.length > 0) {
    const shareIn = (bucket: TrendBucket, id: string) => {
      const figures = row === undefined ? bucket : bucket.rows?.find(({ row_id }) => row_id === row);
      if (!figures || figures.answered === 0) return null;
      return figures.options?.find(({ option_id }) => option_id === id)?.share ?? 0;
    };
    return {
      what: text("results_share_of_answers"),
      // The most frequent first: they are those that have lines.
      series: [...options]
        .sort((left, right) => right.count - left.count)
        .map(({ option_id, option }) => ({
          id: option_id,
          label: option || option_id,
          values: buckets.map((bucket) => shareIn(bucket, option_id)),
        })),
      scale: fullScale(0, 1),
      format: formats.percent,
    };
  }
  if (question.numbers) {
    const means = buckets.map(({ mean }) => mean ?? null);
    const known = means.filter((mean) => mean !== null);
    return single(
      text("results_mean"),
      means,
      scaleNow ? fullScale(scaleNow.min, scaleNow.max) : numberScale(known),
    );
  }
  const counts = buckets.map(({ answered }) => answered);
  return single(text("results_answered"), counts, countScale(counts), formats.number);
}
