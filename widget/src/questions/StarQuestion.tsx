import { FieldGroup } from "../inputs/FieldGroup";
import { StarScale } from "../inputs/StarScale";
import { clearableProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A star rating, 1 to 5 by default. */
export function StarQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...clearableProps(props)} single>
      <StarScale
        min={question.min ?? 1}
        max={question.max ?? 5}
        step={question.step}
        minLabel={question.minLabel}
        maxLabel={question.maxLabel}
        value={question.answer?.number}
        onChange={(number) => onAnswer({ number })}
      />
    </FieldGroup>
  );
}
