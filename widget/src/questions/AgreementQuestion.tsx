import { Checkbox } from "../inputs/Checkbox";
import { TermsDialog } from "../inputs/TermsDialog";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** A checkbox whose label is the question, and the full text that is agreed to. Unchecked, the question has no answer. */
export function AgreementQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  const agree = (checked: boolean) => onAnswer(checked ? { checked } : undefined);
  return (
    <Checkbox {...fieldProps(props)} checked={question.answer?.checked ?? false} onChange={agree}>
      {question.terms && (
        <TermsDialog title={question.text} terms={question.terms} onAgree={() => agree(true)} />
      )}
    </Checkbox>
  );
}
