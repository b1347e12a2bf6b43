import type { QuestionProps } from "./questionProps";

/** A text without an input. */
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
