import type { QuestionProps } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";

/** Options of which any number can be selected. */
export function ChecklistQuestion({ question, ...props }: QuestionProps) {
  return <RadioQuestion {...props} question={{ ...question, multiSelect: true }} />;
}
