import { Field } from "../inputs/Field";
import { TextArea } from "../inputs/TextArea";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

export function TextareaQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <TextArea
          {...control}
          placeholder={question.placeholder}
          maxLength={question.maxLength}
          value={question.answer?.text ?? ""}
          onChange={(text) => onAnswer(text ? { text } : undefined)}
        />
      )}
    </Field>
  );
}
