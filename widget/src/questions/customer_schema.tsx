import type { QuestionProps } from "./kind";
import { RadioQuestion } from "./radio";
import { TextQuestion } from "./text";

/** A field of the customer: one of its options where it has any, else a text. */
export function CustomerSchemaQuestion(props: QuestionProps) {
  const Kind = props.question.options.length > 0 ? RadioQuestion : TextQuestion;
  return <Kind {...props} />;
}
