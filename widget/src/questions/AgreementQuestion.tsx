import { Checkbox } from "../inputs/Checkbox";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A checkbox whose label is the question. Unchecked, the question has no answer. */
export function AgreementQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Checkbox
      {...fieldProps(props)}
      checked={question.answer?.checked ?? false}
      onChange={(checked) => onAnswer(checked ? { checked } : undefined)}
    />
  );
}
