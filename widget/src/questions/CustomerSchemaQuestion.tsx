import type { QuestionProps } from "./questionProps";
import { RadioQuestion } from "./RadioQuestion";
import { TextQuestion } from "./TextQuestion";

/** A field of the customer record: a choice if it has options, otherwise a text. */
export function CustomerSchemaQuestion(props: QuestionProps) {
  const Kind = props.question.options.length > 0 ? RadioQuestion : TextQuestion;
  return <Kind {...props} />;
}
