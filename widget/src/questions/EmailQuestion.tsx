import { Field } from "../inputs/Field";
import { TextInput } from "../inputs/TextInput";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

export function EmailQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <TextInput
          {...control}
          type="email"
          autoComplete="email"
          placeholder={question.placeholder}
          value={question.answer?.text ?? ""}
          onChange={(text) => onAnswer(text ? { text } : undefined)}
        />
      )}
    </Field>
  );
}
