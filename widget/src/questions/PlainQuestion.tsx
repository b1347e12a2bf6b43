import { ContentText } from "../texts/ContentText";
import type { QuestionProps } from "./props/questionProps";

/** A text without an input. */
export function PlainQuestion({ question }: QuestionProps) {
  return (
    <>
      <p className="label">
        <ContentText>{question.text}</ContentText>
      </p>
      {question.description && (
        <p className="field__description">
          <ContentText>{question.description}</ContentText>
        </p>
      )}
    </>
  );
}
