import { FieldGroup } from "../inputs/FieldGroup";
import { OptionList } from "../inputs/OptionList";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** Options of which one can be selected, or several if the question allows it. */
export function RadioQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single={!question.multiSelect}>
      <OptionList
        options={question.options}
        selected={question.answer?.optionIds ?? []}
        multiSelect={question.multiSelect}
        onChange={(optionIds) => onAnswer(optionIds.length > 0 ? { optionIds } : undefined)}
      />
    </FieldGroup>
  );
}
