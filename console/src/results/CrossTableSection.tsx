import { useQuery } from "@tanstack/react-query";
import { hasCode } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { QueryState } from "../ui/QueryState";
import { Select } from "../ui/Select";
import { Table } from "../ui/Table";
import type { CrossTableAnswer, QuestionSummary } from "../wire";
import { isolated, useFormats } from "./formats";
import { crossTableQuery } from "./queries";
import { currentQuestion, isCrossable } from "./questions";
import { useResults } from "./ResultsContext";
import { FEW_ANSWERS } from "./scores";

interface Props {
  questions: readonly QuestionSummary[];
  row: string | undefined;
  column: string | undefined;
  onChange: (questions: { row?: string; column?: string }) => void;
}

/** How often each answer to one question was given together with each answer to another. */
export function CrossTableSection({ questions, row, column, onChange }: Props) {
  const text = useText();
  const { flow } = useResults();
  const fit = questions.filter((question) =>
    isCrossable(question, currentQuestion(flow, question.question_id)),
  );
  if (fit.length < 2) return null;
  const offered = (other: string | undefined) => [
    { value: "", label: text("results_choose_question") },
    ...fit
      .filter(({ question_id }) => question_id !== other)
      .map(({ question_id, question }) => ({ value: question_id, label: question || question_id })),
  ];
  const change = (name: "row" | "column", value: string) => {
    const next = { ...(row && { row }), ...(column && { column }) };
    delete next[name];
    onChange(value === "" ? next : { ...next, [name]: value });
  };
  return (
    <section className="results-section">
      <h2 className="results-section__title">{text("results_cross")}</h2>
      <div className="results-cross__choice">
        <Select
          label={text("results_cross_row")}
          value={row ?? ""}
          options={offered(column)}
          onChange={(value) => change("row", value)}
        />
        <Select
          label={text("results_cross_column")}
          value={column ?? ""}
          options={offered(row)}
          onChange={(value) => change("column", value)}
        />
      </div>
      {row && column && <CrossTable row={row} column={column} />}
    </section>
  );
}

function CrossTable({ row, column }: { row: string; column: string }) {
  const text = useText();
  const { filter } = useResults();
  const query = useQuery(crossTableQuery(filter, row, column));
  if (hasCode(query.error, "question_unfit")) return <p className="soft">{text("results_unfit")}</p>;
  return <QueryState query={query}>{(table) => <Cells table={table} />}</QueryState>;
}

/** A scale of so many values is shown whole; of a longer one only those that somebody gave. */
const WHOLE = 12;

function Cells({ table }: { table: CrossTableAnswer }) {
  const text = useText();
  const formats = useFormats();
  const shown = ({ values }: CrossTableAnswer["row"]) =>
    values
      .map((value, index) => ({ ...value, index }))
      .filter(({ count }) => count > 0 || values.length <= WHOLE);
  const columns = shown(table.column);
  const label = text("results_cross_of", { row: table.row.question, column: table.column.question });
  return (
    <div className="results-cross">
      <Table
        label={label}
        columns={[
          { id: "row", label: isolated(table.row.question) },
          ...columns.map(({ index, text }) => ({
            id: String(index),
            label: isolated(text),
            align: "end" as const,
          })),
          { id: "all", label: text("results_all"), align: "end" },
        ]}
        rows={shown(table.row).map(({ index, text: name, count }) => ({
          id: String(index),
          cells: [
            <bdi key="row">{name}</bdi>,
            ...columns.map((column) => (
              <Cell key={column.index} count={table.counts[index]?.[column.index] ?? 0} all={count} />
            )),
            formats.number(count),
          ],
        }))}
      />
      <p className="soft small">
        {text("results_cross_answered", { count: table.answered })} {text("results_cross_shares")}{" "}
        {table.answered < FEW_ANSWERS && `${text("results_few_sentence")} `}
        {!table.is_complete && text("results_looked_at", { count: table.looked_at })}
      </p>
    </div>
  );
}

function Cell({ count, all }: { count: number; all: number }) {
  const formats = useFormats();
  const share = all === 0 ? 0 : count / all;
  return (
    <span
      className="results-cross__cell"
      style={{
        background: `color-mix(in oklab, var(--chart-main) ${Math.round(share * 30)}%, var(--surface))`,
      }}
    >
      <span>{formats.number(count)}</span>{" "}
      <span className="results-cross__share">{formats.percent(share)}</span>
    </span>
  );
}
