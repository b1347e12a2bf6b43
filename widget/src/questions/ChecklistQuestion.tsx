import { FieldGroup } from "../inputs/FieldGroup";
import { OptionList } from "../inputs/OptionList";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** Options of which any number can be selected. */
export function ChecklistQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single={false}>
      <OptionList
        options={question.options}
        selected={question.answer?.optionIds ?? []}
        multiSelect
        onChange={(optionIds) => onAnswer(optionIds.length > 0 ? { optionIds } : undefined)}
      />
    </FieldGroup>
  );
}
