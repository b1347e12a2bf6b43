import { Bars } from "../charts/Bars";
import { ChartFigure } from "../charts/ChartFigure";
import { useText } from "../texts/TextsProvider";
import type { SummaryAnswer } from "../wire";
import { useFormats } from "./formats";
import { useResults } from "./ResultsContext";

/** On which page those have stopped who did not finish. Only flows that save unfinished answers know. */
export function StatesSection({ summary: { states, partial } }: { summary: SummaryAnswer }) {
  const text = useText();
  const formats = useFormats();
  const { flow } = useResults();
  if (partial === 0) return null;
  const title = text("results_stopped");
  const nameOf = (id: string) => flow?.states?.find((state) => state.id === id)?.name || id;
  const shown = states.filter(({ answered, left }) => answered > 0 || left > 0);
  return (
    <section className="results-section">
      <h2 className="results-section__title">{title}</h2>
      <ChartFigure
        label={title}
        note={text("results_stopped_hint")}
        table={{
          columns: [
            text("results_page"),
            text("results_stopped_here"),
            text("results_answered"),
            text("results_median_time"),
          ],
          rows: shown.map(({ state_id, left, answered, time_shown }) => ({
            id: state_id,
            cells: [
              nameOf(state_id),
              formats.number(left),
              formats.number(answered),
              time_shown ? text("results_seconds", { count: formats.exact(time_shown.median) }) : "–",
            ],
          })),
        }}
      >
        <Bars
          bars={shown.map(({ state_id, left }) => ({
            id: state_id,
            label: nameOf(state_id),
            share: left / partial,
            value: `${formats.percent(left / partial)} · ${formats.number(left)}`,
          }))}
        />
      </ChartFigure>
    </section>
  );
}
