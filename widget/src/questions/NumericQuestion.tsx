import { Field } from "../inputs/Field";
import { NumberInput } from "../inputs/NumberInput";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

export function NumericQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <NumberInput
          {...control}
          allowsDecimals
          allowsNegative={question.min === undefined || question.min < 0}
          placeholder={question.placeholder}
          answer={question.answer}
          onChange={onAnswer}
        />
      )}
    </Field>
  );
}
