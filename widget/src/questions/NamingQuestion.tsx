import { FieldGroup } from "../inputs/FieldGroup";
import { NameFields } from "../inputs/NameFields";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A given name and a family name. */
export function NamingQuestion(props: QuestionProps) {
  const { question, error, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single={false}>
      <NameFields
        value={question.answer?.fields ?? { name: "", surname: "" }}
        isRequired={question.required}
        isInvalid={error !== undefined}
        onChange={(fields) => onAnswer(fields.name || fields.surname ? { fields } : undefined)}
      />
    </FieldGroup>
  );
}
