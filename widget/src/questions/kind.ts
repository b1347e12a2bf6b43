import type { ComponentType } from "react";
import type { AnswerInput, QuestionElement, Style } from "../engine/types";
import { ChecklistQuestion } from "./checklist";
import { EmailQuestion } from "./email";
import { RadioQuestion } from "./radio";
import { ScoreQuestion } from "./score";
import { TextQuestion } from "./text";
import { TextareaQuestion } from "./textarea";

/** What every kind of question gets. */
export interface QuestionProps {
  question: QuestionElement;
  /** What is wrong with the answer, in the visitor's language. */
  error: string | undefined;
  /** Takes the new answer; without one it is cleared. */
  onAnswer: (answer?: AnswerInput) => void;
}

/** How each style is asked: the one table. */
export const QUESTION_KINDS: Record<Style, ComponentType<QuestionProps>> = {
  text: TextQuestion,
  textarea: TextareaQuestion,
  email: EmailQuestion,
  radio: RadioQuestion,
  checklist: ChecklistQuestion,
  score: ScoreQuestion,
};
