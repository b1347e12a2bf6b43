import { FieldGroup } from "../inputs/FieldGroup";
import { MarkTable } from "../inputs/MarkTable";
import { clearableProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** Statements of which one gets the first mark, such as "best", and another one the second, such as "worst". */
export function MaxdiffQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...clearableProps(props)} single={false}>
      <MarkTable
        marks={question.options}
        statements={question.statements ?? []}
        value={question.answer?.matrix ?? {}}
        onChange={(matrix) => onAnswer({ matrix })}
      />
    </FieldGroup>
  );
}
