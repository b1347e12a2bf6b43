import { FieldGroup } from "../inputs/FieldGroup";
import { Matrix } from "../inputs/Matrix";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./kind";

/** Statements, each answered with the options. */
export function MatrixQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single={false}>
      <Matrix
        options={question.options}
        statements={question.statements ?? []}
        // Most and least: each is said of one statement only.
        eachOptionOnce={question.matrixForm === "maxdiff" && question.options.length > 1}
        many={question.multiSelect}
        value={question.answer?.matrix ?? {}}
        onChange={(matrix) => onAnswer(Object.keys(matrix).length > 0 ? { matrix } : undefined)}
      />
    </FieldGroup>
  );
}
