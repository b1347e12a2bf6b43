import type { ComponentType } from "react";
import type { AnswerInput, QuestionElement } from "../../engine/types";

/** The properties of every question component. */
export interface QuestionProps {
  question: QuestionElement;
  /** The validation message of the answer, in the visitor's language. */
  error: string | undefined;
  /** Stores a new answer; called without one, clears the answer. */
  onAnswer: (answer?: AnswerInput) => void;
  /** Has a verification code sent to the number. */
  onSendCode: () => void;
  /** Checks the code that the visitor typed. */
  onVerifyCode: (code: string) => void;
}

/** The component that renders the questions of one or more styles. */
export type QuestionKind = ComponentType<QuestionProps>;
