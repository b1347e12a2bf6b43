import { Field } from "../inputs/Field";
import { NumberInput } from "../inputs/NumberInput";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./kind";

/** Whole years, typed. */
export function AgeQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <NumberInput
          {...control}
          whole={true}
          signed={false}
          placeholder={question.placeholder}
          value={question.answer?.number}
          onChange={(number) => onAnswer(number === undefined ? undefined : { number })}
        />
      )}
    </Field>
  );
}
