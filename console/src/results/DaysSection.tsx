import { ChartFigure } from "../charts/ChartFigure";
import { Columns } from "../charts/Columns";
import { today } from "../filter/filter";
import { useText } from "../texts/TextsProvider";
import type { SummaryAnswer } from "../wire";
import { daysBetween, type Span, shownPeriod, spansOf, unitFor } from "./days";
import { useFormats } from "./formats";
import { useResults } from "./ResultsContext";

/** How much feedback came on each day, or in each week or month of a longer period. */
export function DaysSection({ summary }: { summary: SummaryAnswer }) {
  const text = useText();
  const { filter, choosePeriod } = useResults();
  const formats = useFormats();
  const { from, to } = shownPeriod(filter, summary.days, today());
  const unit = unitFor(daysBetween(from, to));
  const spans = spansOf(summary.days, from, to, unit);
  const nameOf = (span: Span) =>
    span.from === span.to ? formats.day(span.from) : `${formats.day(span.from)} – ${formats.day(span.to)}`;
  const title = text(`results_per_${unit}`);
  return (
    <section className="results-section">
      <h2 className="results-section__title">{title}</h2>
      <ChartFigure
        label={title}
        note={text("results_days_utc")}
        table={{
          columns: [text(`results_${unit}`), text("results_feedbacks"), text("results_completed")],
          rows: spans.map((span) => ({
            id: span.from,
            cells: [nameOf(span), formats.number(span.feedbacks), formats.number(span.complete)],
          })),
        }}
      >
        <Columns
          label={title}
          columns={spans.map((span) => ({
            name: formats.shortDay(span.from),
            count: span.feedbacks,
            value: `${nameOf(span)}: ${text("results_count", { count: span.feedbacks })}`,
          }))}
          formatTick={formats.tick}
          hint={text("results_plot_hint")}
          {...(spans.length > 1 && {
            onChoose: (index: number) => {
              const span = spans[index];
              if (span) choosePeriod(span.from, span.to);
            },
          })}
        />
      </ChartFigure>
    </section>
  );
}
