import { Field } from "../inputs/Field";
import { Slider } from "../inputs/Slider";
import { clearableProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A number on a slider, 0 to 100 by default. */
export function SliderQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...clearableProps(props)}>
      {(control) => (
        <Slider
          control={control}
          scale={{
            min: question.min ?? 0,
            max: question.max ?? 100,
            step: question.step,
            minLabel: question.minLabel,
            maxLabel: question.maxLabel,
            value: question.answer?.number,
            onChange: (number) => onAnswer({ number }),
          }}
        />
      )}
    </Field>
  );
}
