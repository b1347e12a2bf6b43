import { DateInput, datePlaceholder, useDateOrder } from "../inputs/DateInput";
import { Field } from "../inputs/Field";
import { useQuestionText } from "../texts/useQuestionText";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A day, typed or picked. Without a description, a hint shows the order of day, month and year. */
export function DatepickerQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useQuestionText();
  const format = datePlaceholder(useDateOrder(), text);
  return (
    <Field {...fieldProps(props)} hint={text("date_hint", { format })}>
      {(control) => (
        <DateInput
          {...control}
          value={question.answer?.date ?? ""}
          onChange={(date) => onAnswer(date ? { date } : undefined)}
        />
      )}
    </Field>
  );
}
