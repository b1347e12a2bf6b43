import { type ReactNode, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Table } from "../ui/Table";

/** What a cell of a table behind a chart says, and what choosing it does. */
export type ChartCell = string | { text: string; label: string; isChosen: boolean; onChoose: () => void };

/** The figures of a chart. The first cell of a row names it. */
export interface ChartTable {
  columns: readonly string[];
  rows: readonly { id: string; cells: readonly ChartCell[] }[];
}

interface Props {
  /** What the chart shows. */
  label: string;
  table: ChartTable;
  /** What one has to know to read it, such as how few have answered. */
  note?: ReactNode;
  children: ReactNode;
}

/** A chart, or at the press of a button its figures as a table, which screen readers always get. */
export function ChartFigure({ label, table, note, children }: Props) {
  const text = useText();
  const [isTable, setTable] = useState(false);
  const switchText = text(isTable ? "results_show_chart" : "results_show_table");
  return (
    <figure className="chart" aria-label={label}>
      {isTable ? (
        <VisibleTable label={label} table={table} />
      ) : (
        <>
          {children}
          <HiddenTable label={label} table={table} />
        </>
      )}
      <figcaption className="chart__foot">
        <span className="chart__note">{note}</span>
        <Button
          kind="quiet"
          size="small"
          label={`${switchText}: ${label}`}
          onPress={() => setTable((isTable) => !isTable)}
        >
          {switchText}
        </Button>
      </figcaption>
    </figure>
  );
}

function VisibleTable({ label, table: { columns, rows } }: { label: string; table: ChartTable }) {
  return (
    <Table
      label={label}
      columns={columns.map((column, index) => ({
        id: String(index),
        label: column,
        align: index === 0 ? "start" : "end",
      }))}
      rows={rows.map(({ id, cells }) => ({ id, cells: cells.map((cell, index) => shown(cell, index)) }))}
    />
  );
}

function shown(cell: ChartCell, index: number): ReactNode {
  if (typeof cell === "string") return index === 0 ? <bdi>{cell}</bdi> : cell;
  return (
    <button
      type="button"
      className="chart__cell"
      aria-pressed={cell.isChosen}
      aria-label={cell.label}
      onClick={cell.onChoose}
    >
      {cell.text}
    </button>
  );
}

/** The same for screen readers alone: nothing in it gets the focus. */
function HiddenTable({ label, table: { columns, rows } }: { label: string; table: ChartTable }) {
  return (
    <div className="visually-hidden chart__hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [head = "", ...cells] }) => (
            <tr key={id}>
              <th scope="row">{textOf(head)}</th>
              {cells.map((cell, index) => (
                // The cells of a row are always the same ones.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={index}>{textOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(cell: ChartCell): string {
  return typeof cell === "string" ? cell : cell.text;
}
