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
  /** Marks what is not answered. */
  isIncomplete: boolean;
  onSelect: (statementId: string, optionIds: string[]) => void;
}

/** The groups of a matrix below each other, for narrow screens and for statements with options of their own. */
export function MatrixList(props: Props) {
  const { options, statements, multiSelect, groupByOption, value, isIncomplete, onSelect } = props;
  if (groupByOption) {
    return options.map((option) => {
      const selected = statements.filter(({ id }) => value[id]?.includes(option.id)).map(({ id }) => id);
      return (
        <MatrixGroup key={option.id} label={option.label} isMissing={isIncomplete && selected.length === 0}>
          <OptionList
            options={statements}
            selected={selected}
            multiSelect={false}
            onChange={([id = ""]) => onSelect(id, [option.id])}
          />
        </MatrixGroup>
      );
    });
  }
  return statements.map((statement) => (
    <MatrixGroup key={statement.id} label={statement.label} isMissing={isIncomplete && !value[statement.id]}>
      <OptionList
        options={statement.options.length > 0 ? statement.options : options}
        selected={value[statement.id] ?? []}
        multiSelect={multiSelect}
        onChange={(optionIds) => onSelect(statement.id, optionIds)}
      />
    </MatrixGroup>
  ));
}

interface GroupProps {
  label: string;
  isMissing: boolean;
  children: ReactNode;
}

/** One part of a matrix, which gets the focus if it is the first that is missing (`effects/pageElements.ts`). */
export function MatrixGroup({ label, isMissing, children }: GroupProps) {
  return (
    <fieldset data-missing={isMissing || undefined}>
      <legend className="matrix__legend">
        <ContentText>{label}</ContentText>
      </legend>
      {children}
    </fieldset>
  );
}
