import { hasButtons } from "../inputs/scale";
import { NumericQuestion } from "./NumericQuestion";
import type { QuestionProps } from "./props/questionProps";
import { ScoreQuestion } from "./ScoreQuestion";

/** A number on a scale that the flow defines: buttons, or a text field if the scale is unlimited or too long. */
export function CustomScoreQuestion(props: QuestionProps) {
  const Kind = hasButtons(props.question) ? ScoreQuestion : NumericQuestion;
  return <Kind {...props} />;
}
