import type { ChartCell } from "../charts/ChartFigure";
import { ChartFigure } from "../charts/ChartFigure";
import { StackedRows } from "../charts/StackedRows";
import { useText } from "../texts/TextsProvider";
import type { QuestionSummary } from "../wire";
import { useFormats } from "./formats";
import { useResults } from "./ResultsContext";

/** The options that were chosen in each row of a matrix. */
export function MatrixChart({ question }: { question: QuestionSummary }) {
  const text = useText();
  const formats = useFormats();
  const { choose, isChosen } = useResults();
  const rows = question.rows ?? [];
  // Rows of earlier revisions may have had other options.
  const options = [
    ...new Map(
      rows.flatMap(({ options }) =>
        options.map(({ option_id, option }) => [option_id, option || option_id] as const),
      ),
    ),
  ];
  const countOf = (row: (typeof rows)[number], option: string) =>
    row.options.find(({ option_id }) => option_id === option);
  return (
    <ChartFigure
      label={question.question}
      note={text("results_matrix_hint")}
      table={{
        columns: [text("results_row"), ...options.map(([, name]) => name), text("results_answered")],
        rows: rows.map((row) => ({
          id: row.row_id,
          cells: [
            row.row || row.row_id,
            ...options.map(([id, name]): ChartCell => {
              const { count = 0, share = 0 } = countOf(row, id) ?? {};
              const answer = { question: row.row_id, option: id };
              return {
                text: `${formats.percent(share)} · ${formats.number(count)}`,
                label: text("results_only_these", { name: `${row.row}: ${name}`, count }),
                isChosen: isChosen(answer),
                onChoose: () => choose(answer),
              };
            }),
            formats.number(row.answered),
          ],
        })),
      }}
    >
      <StackedRows
        parts={options.map(([, name]) => name)}
        rows={rows.map((row) => ({
          id: row.row_id,
          label: row.row || row.row_id,
          counts: options.map(([id]) => countOf(row, id)?.count ?? 0),
          shares: options.map(([id]) => countOf(row, id)?.share ?? 0),
          value: text("results_answers", { count: row.answered }),
        }))}
        formatShare={formats.percent}
      />
    </ChartFigure>
  );
}
