import { FieldGroup } from "../inputs/FieldGroup";
import { StarScale } from "../inputs/StarScale";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./kind";

/** A number of stars. */
export function StarQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single>
      <StarScale
        min={question.min ?? 1}
        max={question.max ?? 5}
        minLabel={question.minLabel}
        maxLabel={question.maxLabel}
        value={question.answer?.number}
        onChange={(number) => onAnswer({ number })}
      />
    </FieldGroup>
  );
}
