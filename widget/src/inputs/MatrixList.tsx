import type { ReactNode } from "react";
import { ContentText } from "../texts/ContentText";
import type { MatrixItem } from "./MatrixTable";
import { OptionList } from "./OptionList";

export interface Statement extends MatrixItem {
  /** The statement's own options; empty if it uses those of the whole matrix. */
  options: MatrixItem[];
}

interface Props {
  options: MatrixItem[];
  statements: Statement[];
  multiSelect: boolean;
  /** One list of statements per option instead of one list of options per statement. */
  groupByOption: boolean;
  /** The ids of the selected options by statement id. */
  value: Record<string, string[]>;
  onSelect: (statementId: string, optionIds: string[]) => void;
}

/** The groups of a matrix below each other, for narrow screens and for statements with options of their own. */
export function MatrixList({ options, statements, multiSelect, groupByOption, value, onSelect }: Props) {
  if (groupByOption) {
    return options.map((option) => (
      <MatrixGroup key={option.id} label={option.label}>
        <OptionList
          options={statements}
          selected={statements.filter(({ id }) => value[id]?.includes(option.id)).map(({ id }) => id)}
          multiSelect={false}
          onChange={([id = ""]) => onSelect(id, [option.id])}
        />
      </MatrixGroup>
    ));
  }
  return statements.map((statement) => (
    <MatrixGroup key={statement.id} label={statement.label}>
      <OptionList
        options={statement.options.length > 0 ? statement.options : options}
        selected={value[statement.id] ?? []}
        multiSelect={multiSelect}
        onChange={(optionIds) => onSelect(statement.id, optionIds)}
      />
    </MatrixGroup>
  ));
}

function MatrixGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="matrix__legend">
        <ContentText>{label}</ContentText>
      </legend>
      {children}
    </fieldset>
  );
}
