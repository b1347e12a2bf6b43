import { use } from "react";
import { Field } from "../../inputs/Field";
import { useQuestionText } from "../../texts/useQuestionText";
import { fieldProps } from "../props/fieldProps";
import type { QuestionProps } from "../props/questionProps";
import { PhoneField } from "./PhoneField";
import { PhoneCountryContext } from "./phoneCountry";

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
