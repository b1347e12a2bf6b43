import { Field } from "../inputs/Field";
import { PhoneInput } from "../inputs/PhoneInput";
import { useText } from "../texts/useText";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A phone number with its country code. Without a description, a hint shows the format. */
export function PhoneNumberQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useText();
  return (
    <Field {...fieldProps(props)} description={question.description ?? text("phone_hint")}>
      {(control) => (
        <PhoneInput
          {...control}
          placeholder={question.placeholder}
          value={question.answer?.phone ?? ""}
          onChange={(phone) => onAnswer(phone ? { phone } : undefined)}
        />
      )}
    </Field>
  );
}
