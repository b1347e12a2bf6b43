import { use } from "react";
import { Field } from "../inputs/Field";
import { PhoneField } from "../inputs/phone/PhoneField";
import { PhoneCountryContext } from "../inputs/phoneCountry";
import { useQuestionText } from "../texts/useQuestionText";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A phone number with its country. Where the node has none, a hint shows the format. */
export function PhoneNumberQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useQuestionText();
  const country = use(PhoneCountryContext);
  const hint = country ? undefined : text("phone_hint");
  return (
    <Field {...fieldProps(props)} hint={hint}>
      {(control) => (
        <PhoneField
          {...control}
          placeholder={question.placeholder}
          value={question.answer?.phone ?? ""}
          onChange={(phone) => onAnswer(phone ? { phone } : undefined)}
        />
      )}
    </Field>
  );
}
