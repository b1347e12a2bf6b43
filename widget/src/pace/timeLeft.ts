import type { QuestionElement, Style } from "../engine/types";
import { paceTextIn } from "./texts/catalog";

/** How many seconds people take for a question: to read it, to decide, and to answer. */
const SECONDS: Partial<Record<Style, number>> = {
  radio: 6,
  gender: 4,
  dynamic_multiple_choice: 6,
  score: 5,
  star: 4,
  ces: 5,
  custom_score: 5,
  slider: 6,
  agreement: 6,
  dropdown: 8,
  checklist: 10,
  dynamic_multiple_value: 10,
  datepicker: 10,
  naming: 12,
  textarea: 30,
  ranking: 20,
  matrix: 25,
  file: 25,
  screenshot: 25,
  phone_verification: 40,
};

/** Of all others, in which something short is typed. */
const TYPED_SECONDS = 10;

/** How many questions of each style there are. */
export type QuestionCounts = Partial<Record<Style, number>>;

/** Returns how long people take for these questions, in seconds. */
export function secondsFor(questions: Pick<QuestionElement, "style">[], ahead: QuestionCounts): number {
  const counts = [...questions.map(({ style }) => [style, 1] as const), ...Object.entries(ahead)];
  return counts.reduce((sum, [style, count]) => sum + count * (SECONDS[style as Style] ?? TYPED_SECONDS), 0);
}

/** Says about how long that is: in tens of seconds, from a minute on in minutes. */
export function timeLeftText(seconds: number, language: string): string {
  const tens = Math.max(1, Math.ceil(seconds / 10)) * 10;
  if (tens < 60) return paceTextIn(language, "seconds_left", { count: tens });
  return paceTextIn(language, "minutes_left", { count: Math.ceil(seconds / 60) });
}
