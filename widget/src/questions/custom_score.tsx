import type { QuestionProps } from "./kind";
import { NumericQuestion } from "./numeric";
import { ScoreQuestion } from "./score";

/** More buttons than these are no choice at a glance: the number is typed. */
const MOST_STEPS = 21;

/** A number on a scale of the flow's own; typed where the scale is open or too long. */
export function CustomScoreQuestion(props: QuestionProps) {
  const { min, max, step } = props.question;
  const isShort = min !== undefined && max !== undefined && (max - min) / (step ?? 1) < MOST_STEPS;
  const Kind = isShort ? ScoreQuestion : NumericQuestion;
  return <Kind {...props} />;
}
