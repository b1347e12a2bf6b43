import { use } from "react";
import { Field } from "../inputs/Field";
import { PhoneInput } from "../inputs/PhoneInput";
import { PhoneCountryContext } from "../inputs/phoneCountry";
import { useText } from "../texts/useText";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A phone number with its country code. Without a description, a hint shows the format. */
export function PhoneNumberQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const text = useText();
  const country = use(PhoneCountryContext);
  const hint = country ? text("phone_hint_country", { code: country.calling_code }) : text("phone_hint");
  return (
    <Field {...fieldProps(props)} description={question.description ?? hint}>
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
