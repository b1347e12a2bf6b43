import { useContext } from "react";
import { FieldGroup } from "../inputs/FieldGroup";
import { Matrix } from "../inputs/Matrix";
import { MatrixViewContext } from "../inputs/matrixView";
import { clearableProps, fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** Statements that are each rated with the same options. */
export function MatrixQuestion(props: QuestionProps) {
  const { question, error, onAnswer } = props;
  return (
    <FieldGroup {...(question.multiSelect ? fieldProps : clearableProps)(props)} single={false}>
      <Matrix
        options={question.options}
        statements={question.statements ?? []}
        // Each of "most" and "least" can be given to one statement only.
        eachOptionOnce={question.matrixForm === "maxdiff" && question.options.length > 1}
        view={useContext(MatrixViewContext)}
        multiSelect={question.multiSelect}
        value={question.answer?.matrix ?? {}}
        isIncomplete={error !== undefined}
        onChange={(matrix) => onAnswer(Object.keys(matrix).length > 0 ? { matrix } : undefined)}
      />
    </FieldGroup>
  );
}
