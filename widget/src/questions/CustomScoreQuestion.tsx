import { NumericQuestion } from "./NumericQuestion";
import type { QuestionProps } from "./props/questionProps";
import { ScoreQuestion } from "./ScoreQuestion";

/** A scale with more buttons than this is hard to take in: the number is typed instead. */
const MAX_STEPS = 21;

/** A number on a scale that the flow defines: buttons, or a text field if the scale is unlimited or too long. */
export function CustomScoreQuestion(props: QuestionProps) {
  const { min, max, step } = props.question;
  const isShort = min !== undefined && max !== undefined && (max - min) / (step ?? 1) < MAX_STEPS;
  const Kind = isShort ? ScoreQuestion : NumericQuestion;
  return <Kind {...props} />;
}
