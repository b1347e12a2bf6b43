import type { Style } from "../engine/types";
import { AgreementQuestion } from "./AgreementQuestion";
import { DatepickerQuestion } from "./DatepickerQuestion";
import { DropdownQuestion } from "./DropdownQuestion";
import { EmailQuestion } from "./EmailQuestion";
import { NumericQuestion } from "./NumericQuestion";
import { PhoneNumberQuestion } from "./phone/PhoneNumberQuestion";
import type { QuestionKind, QuestionProps } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";
import { SEARCH_FROM } from "./searchFrom";
import { TextareaQuestion } from "./TextareaQuestion";
import { TextQuestion } from "./TextQuestion";

/** The types of a customer's field that are no text (docs/flows.md#fields-of-customers). */
const KIND_OF_TYPE: Partial<Record<Style, QuestionKind>> = {
  agreement: AgreementQuestion,
  datepicker: DatepickerQuestion,
  email: EmailQuestion,
  numeric: NumericQuestion,
  phone_number: PhoneNumberQuestion,
  textarea: TextareaQuestion,
};

/** A field of the customer record: a choice if it has options, otherwise what its type says. */
export function CustomerSchemaQuestion(props: QuestionProps) {
  const { options, schemaType = "text" } = props.question;
  if (options.length >= SEARCH_FROM) return <DropdownQuestion {...props} />;
  const Kind = options.length > 0 ? RadioQuestion : (KIND_OF_TYPE[schemaType] ?? TextQuestion);
  return <Kind {...props} />;
}
