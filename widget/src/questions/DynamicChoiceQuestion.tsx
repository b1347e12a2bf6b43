import { FieldGroup } from "../inputs/FieldGroup";
import { useQuestionText } from "../texts/useQuestionText";
import { useText } from "../texts/useText";
import { fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";

/** Options that depend on other answers: there may be none yet, or none at all. */
export function DynamicChoiceQuestion(props: QuestionProps) {
  const { question } = props;
  const text = useQuestionText();
  const commonText = useText();
  if (question.options.length > 0) return <RadioQuestion {...props} />;
  const isLoading = question.lookUp === "loading";
  return (
    <FieldGroup {...fieldProps(props)} single={false}>
      <p className="options__empty" role="status" aria-busy={isLoading}>
        {isLoading ? commonText("looking_up") : text("no_options")}
      </p>
    </FieldGroup>
  );
}
