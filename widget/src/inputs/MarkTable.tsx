import { useId, useState } from "react";
import { ContentText } from "../texts/ContentText";
import { useQuestionText } from "../texts/useQuestionText";

interface Item {
  id: string;
  label: string;
}

interface Props {
  /** The two marks: the first has its column before the statements, the second after them. */
  marks: Item[];
  statements: Item[];
  /** The ids of the marks by statement id. */
  value: Record<string, string[]>;
  onChange: (value: Record<string, string[]>) => void;
}

/**
 * A table of statements between two columns of radio buttons. Each column is one group: another choice moves its mark. A
 * statement has one mark at most, so that its second one takes the first away, which is announced.
 */
export function MarkTable({ marks, statements, value, onChange }: Props) {
  const name = useId();
  const text = useQuestionText();
  const [announcement, setAnnouncement] = useState("");
  const [first, second] = marks;

  function give(mark: Item, statementId: string) {
    const replaced = marks.find((other) => other !== mark && value[statementId]?.includes(other.id));
    setAnnouncement(replaced ? `${replaced.label}: ${text("no_answer_yet")}` : "");
    const others = Object.entries(value).filter(([id, ids]) => id !== statementId && !ids.includes(mark.id));
    onChange({ ...Object.fromEntries(others), [statementId]: [mark.id] });
  }

  const cell = (statement: Item, mark: Item | undefined) =>
    mark && (
      <td>
        <label className="matrix__cell">
          <input
            className="option__input"
            type="radio"
            name={`${name}-${mark.id}`}
            checked={value[statement.id]?.includes(mark.id) ?? false}
            aria-label={`${mark.label}: ${statement.label}`}
            onChange={() => give(mark, statement.id)}
          />
        </label>
      </td>
    );
  return (
    <>
      <table className="matrix__table marks">
        <thead>
          <tr>
            <MarkHeader mark={first} />
            <td />
            <MarkHeader mark={second} />
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.id} data-marked={(value[statement.id]?.length ?? 0) > 0}>
              {cell(statement, first)}
              <th scope="row">
                <ContentText>{statement.label}</ContentText>
              </th>
              {cell(statement, second)}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

function MarkHeader({ mark }: { mark: Item | undefined }) {
  return (
    <th scope="col">
      <ContentText>{mark?.label}</ContentText>
    </th>
  );
}
