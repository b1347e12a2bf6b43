import { withoutTurns } from "../basics/direction";
import type { AnsweredQuestion, StaffFeedback } from "../wire";

/** What a row of the list shows of a feedback. */
export interface Summary {
  /** The first answer that is a rating, with its question. */
  rating: { question: string; value: number } | null;
  /** The answers that are chosen, in short. */
  chosen: string;
  /** What the visitor has written. */
  written: string;
  files: number;
}

const RATINGS = ["score", "star", "ces", "custom_score", "slider"];
const WRITTEN = ["text", "textarea"];
/** Of the visitor, and not about what they think. */
const PERSONAL = [
  "email",
  "phone_number",
  "phone_verification",
  "naming",
  "external_id",
  "hidden_field",
  "agreement",
];
/** More is cut off by the row anyway. */
const MAX_LENGTH = 400;

/** Returns the two lines of a feedback that tell most of what the visitor thinks. */
export function summaryOf({ answers = [] }: Pick<StaffFeedback, "answers">): Summary {
  const isOf = (styles: string[]) => (answer: AnsweredQuestion) => styles.includes(answer.style ?? "");
  const rating = answers.find((answer) => isOf(RATINGS)(answer) && Number.isFinite(Number(answer.answer)));
  const written = answers.filter(isOf(WRITTEN));
  const files = answers.filter(isOf(["file", "screenshot"]));
  const others = answers.filter(
    (answer) =>
      answer !== rating && ![...WRITTEN, ...PERSONAL, "file", "screenshot"].includes(answer.style ?? ""),
  );
  return {
    rating: rating ? { question: rating.question, value: Number(rating.answer) } : null,
    chosen: inShort(others),
    written: inShort(written),
    files: files.length,
  };
}

function inShort(answers: AnsweredQuestion[]): string {
  const parts = answers.map(({ answer }) => withoutTurns(answer).replace(/\s+/g, " ").trim()).filter(Boolean);
  return parts.join(" · ").slice(0, MAX_LENGTH);
}
