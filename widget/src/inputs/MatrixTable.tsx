import { useId } from "react";
import { ContentText } from "../texts/ContentText";

/** An option or a statement of a matrix. */
export interface MatrixItem {
  id: string;
  label: string;
  imageUrl?: string;
}

interface Props {
  options: MatrixItem[];
  statements: MatrixItem[];
  multiSelect: boolean;
  /** The ids of the selected options by statement id. */
  value: Record<string, string[]>;
  /** Marks rows that are not answered. */
  isIncomplete: boolean;
  onSelect: (statementId: string, optionIds: string[]) => void;
}

/**
 * A table with a row for each statement and a column for each option. Where it is wider than its box it scrolls, and
 * the statements stay in sight.
 */
export function MatrixTable({ options, statements, multiSelect, value, isIncomplete, onSelect }: Props) {
  const name = useId();
  const toggle = (statementId: string, id: string, isChecked: boolean) => {
    if (!multiSelect) return onSelect(statementId, [id]);
    const selected = value[statementId] ?? [];
    onSelect(statementId, isChecked ? [...selected, id] : selected.filter((other) => other !== id));
  };
  return (
    <div className="matrix__scroller">
      <table className="matrix__table">
        <thead>
          <tr>
            <td />
            {options.map(({ id, label }) => (
              <th key={id} scope="col">
                <ContentText>{label}</ContentText>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.id} data-missing={(isIncomplete && !value[statement.id]) || undefined}>
              <th scope="row">
                <ContentText>{statement.label}</ContentText>
              </th>
              {options.map(({ id, label }) => (
                <td key={id}>
                  <label className="matrix__cell">
                    <input
                      className="option__input"
                      type={multiSelect ? "checkbox" : "radio"}
                      name={`${name}-${statement.id}`}
                      checked={value[statement.id]?.includes(id) ?? false}
                      aria-label={`${statement.label}: ${label}`}
                      onChange={({ target }) => toggle(statement.id, id, target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
