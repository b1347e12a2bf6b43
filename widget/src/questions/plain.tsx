import type { QuestionProps } from "./kind";

/** Nothing to answer: a text. */
export function PlainQuestion({ question }: QuestionProps) {
  return (
    <>
      <p className="label">
        <bdi>{question.text}</bdi>
      </p>
      {question.description && (
        <p className="field__description">
          <bdi>{question.description}</bdi>
        </p>
      )}
    </>
  );
}
