import { FieldGroup } from "../inputs/FieldGroup";
import { OptionList } from "../inputs/OptionList";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./kind";

/** One of the options; several where the question allows it. */
export function RadioQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  return (
    <FieldGroup {...fieldProps(props)} single={!question.multiSelect}>
      <OptionList
        options={question.options}
        selected={question.answer?.optionIds ?? []}
        many={question.multiSelect}
        onChange={(optionIds) => onAnswer(optionIds.length > 0 ? { optionIds } : undefined)}
      />
    </FieldGroup>
  );
}
