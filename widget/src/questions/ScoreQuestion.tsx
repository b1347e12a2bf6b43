import { FieldGroup } from "../inputs/FieldGroup";
import { NumberScale } from "../inputs/NumberScale";
import { clearableProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A number on a scale, 0 to 10 by default. */
export function ScoreQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...clearableProps(props)} single>
      <NumberScale
        min={question.min ?? 0}
        max={question.max ?? 10}
        step={question.step}
        minLabel={question.minLabel}
        maxLabel={question.maxLabel}
        value={question.answer?.number}
        onChange={(number) => onAnswer({ number })}
      />
    </FieldGroup>
  );
}
