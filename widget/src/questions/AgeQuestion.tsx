import { Field } from "../inputs/Field";
import { NumberInput } from "../inputs/NumberInput";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** An age in whole years, typed. */
export function AgeQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <NumberInput
          {...control}
          allowsDecimals={false}
          allowsNegative={false}
          placeholder={question.placeholder}
          answer={question.answer}
          onChange={onAnswer}
        />
      )}
    </Field>
  );
}
