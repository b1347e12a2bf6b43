import { useRef } from "react";
import { fitsOneRow } from "./fitsOneRow";
import { MatrixList, type Statement } from "./MatrixList";
import { type MatrixItem, MatrixTable } from "./MatrixTable";
import type { MatrixView } from "./matrixView";
import { useElementWidth } from "./useElementWidth";

interface Props {
  options: MatrixItem[];
  statements: Statement[];
  view: MatrixView;
  /** Several options can be selected for a statement. */
  multiSelect: boolean;
  /** Each option can be selected for one statement only. */
  eachOptionOnce: boolean;
  /** The ids of the selected options by statement id; statements without a selection are left out. */
  value: Record<string, string[]>;
  /** Whether an answer is missing, of which the visitor has been told. */
  isIncomplete: boolean;
  onChange: (value: Record<string, string[]>) => void;
}

/** The widths in pixels that a readable table needs for its column of statements and for each column of options. */
const STATEMENT_WIDTH = 160;
const OPTION_WIDTH = 76;

/**
 * Statements with their options: a table or a list of groups, whose options stand in one row where they are short. Statements
 * with options of their own have no columns in common, so they are always a list.
 */
export function Matrix({
  options,
  statements,
  view,
  multiSelect,
  eachOptionOnce,
  value,
  isIncomplete,
  onChange,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const sharesOptions = statements.every((statement) => statement.options.length === 0);
  const isExclusive = eachOptionOnce && sharesOptions && !multiSelect;
  const hasRoom = width >= STATEMENT_WIDTH + OPTION_WIDTH * options.length;
  const isTable = sharesOptions && (view === "table" || (view === "auto" && hasRoom));
  const mayHaveRows = view === "auto" && sharesOptions && !multiSelect && !isExclusive;
  const hasRows = mayHaveRows && !isTable && fitsOneRow(options);

  function select(statementId: string, optionIds: string[]) {
    const next = { ...value, [statementId]: optionIds };
    if (isExclusive) {
      for (const { id } of statements)
        if (id !== statementId) next[id] = (next[id] ?? []).filter((option) => !optionIds.includes(option));
    }
    onChange(Object.fromEntries(Object.entries(next).filter(([, ids]) => ids.length > 0)));
  }

  const props = { options, statements, multiSelect, value, isIncomplete, onSelect: select };
  return (
    <div className={hasRows ? "matrix matrix--rows" : "matrix"} ref={box}>
      {isTable ? (
        <MatrixTable {...props} />
      ) : (
        // In a list, "which matters most?" is easier to answer than "how much does this one matter?".
        <MatrixList {...props} groupByOption={isExclusive} />
      )}
    </div>
  );
}
