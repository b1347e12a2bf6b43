import { Field } from "../inputs/Field";
import { TextCount } from "../inputs/TextCount";
import { TextInput } from "../inputs/TextInput";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A single line of text. */
export function TextQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <>
          <TextInput
            {...control}
            autoComplete="off"
            placeholder={question.placeholder}
            value={question.answer?.text ?? ""}
            onChange={(text) => onAnswer(text ? { text } : undefined)}
          />
          {question.maxLength !== undefined && (
            <TextCount value={question.answer?.text ?? ""} maxLength={question.maxLength} isQuiet />
          )}
        </>
      )}
    </Field>
  );
}
