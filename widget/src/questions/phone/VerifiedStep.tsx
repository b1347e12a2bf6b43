import { FieldGroup } from "../../inputs/FieldGroup";
import { useQuestionText } from "../../texts/useQuestionText";
import type { QuestionProps } from "../props/questionProps";
import { useFocusOnStep } from "./useFocusOnStep";

/** The verified number. Another one has to be verified again. */
export function VerifiedStep({ question, error, onAnswer, hasMoved }: QuestionProps & { hasMoved: boolean }) {
  const text = useQuestionText();
  const step = useFocusOnStep(hasMoved);
  return (
    <FieldGroup label={question.text} required={question.required} error={error} single={false}>
      <div className="phone-verification" ref={step}>
        <p className="phone-verification__verified" tabIndex={-1}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="12" />
            <path d="m7 12.5 3.5 3.5 6.5-7" />
          </svg>
          <bdi>{text("number_verified", { number: question.answer?.phone ?? "" })}</bdi>
        </p>
        <button type="button" className="text-button" onClick={() => onAnswer()}>
          {text("change_number")}
        </button>
      </div>
    </FieldGroup>
  );
}
