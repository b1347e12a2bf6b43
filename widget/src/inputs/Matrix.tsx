import { type ReactNode, useRef } from "react";
import { MatrixTable } from "./MatrixTable";
import { OptionList } from "./OptionList";
import { useWidth } from "./useWidth";

interface Choice {
  id: string;
  label: string;
  imageUrl?: string;
}

export interface Statement extends Choice {
  /** Its own options; none: those of the whole matrix. */
  options: Choice[];
}

interface Props {
  options: Choice[];
  statements: Statement[];
  /** Whether several options can be selected for a statement. */
  many: boolean;
  /** Whether each option is for one statement only. */
  eachOptionOnce: boolean;
  /** The selected options by statement; statements without any are not in it. */
  value: Record<string, string[]>;
  onChange: (value: Record<string, string[]>) => void;
}

/** What a column of options and one of statements need to be told from a list of lists, in pixels. */
const STATEMENT_WIDTH = 160;
const OPTION_WIDTH = 76;

/** Statements, each with its options: a table where there is room for one, else one group below the other. */
export function Matrix({ options, statements, many, eachOptionOnce, value, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const sharesOptions = statements.every((statement) => statement.options.length === 0);
  const isOnce = eachOptionOnce && sharesOptions && !many;
  const isTable = sharesOptions && width >= STATEMENT_WIDTH + OPTION_WIDTH * options.length;

  function select(statementId: string, selected: string[]) {
    const next = { ...value, [statementId]: selected };
    if (isOnce) {
      for (const { id } of statements)
        if (id !== statementId) next[id] = (next[id] ?? []).filter((option) => !selected.includes(option));
    }
    onChange(Object.fromEntries(Object.entries(next).filter(([, ids]) => ids.length > 0)));
  }

  return (
    <div className="matrix" ref={box}>
      {isTable ? (
        <MatrixTable {...{ options, statements, many, value }} onSelect={select} />
      ) : isOnce ? (
        // "Which matters most?" is easier to answer, on a small screen, than "how much does this one?".
        options.map((option) => (
          <Group key={option.id} label={option.label}>
            <OptionList
              options={statements}
              selected={statements.filter(({ id }) => value[id]?.includes(option.id)).map(({ id }) => id)}
              many={false}
              onChange={([id = ""]) => select(id, [option.id])}
            />
          </Group>
        ))
      ) : (
        statements.map((statement) => (
          <Group key={statement.id} label={statement.label}>
            <OptionList
              options={statement.options.length > 0 ? statement.options : options}
              selected={value[statement.id] ?? []}
              many={many}
              onChange={(selected) => select(statement.id, selected)}
            />
          </Group>
        ))
      )}
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="matrix__legend">
        <bdi>{label}</bdi>
      </legend>
      {children}
    </fieldset>
  );
}
