import { Field } from "../inputs/Field";
import { TextInput } from "../inputs/TextInput";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A date, picked in the browser's own calendar. */
export function DatepickerQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={question.answer?.date ?? ""}
          onChange={(date) => onAnswer(date ? { date } : undefined)}
        />
      )}
    </Field>
  );
}
