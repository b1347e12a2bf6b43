import { Field } from "../inputs/Field";
import { Select } from "../inputs/Select";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";
import { RadioQuestion } from "./RadioQuestion";

/** One of the options, from a dropdown. With several selectable options it is a checklist: a dropdown holds one. */
export function DropdownQuestion(props: QuestionProps) {
  const { question, onAnswer } = props;
  if (question.multiSelect) return <RadioQuestion {...props} />;
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <Select
          {...control}
          options={question.options}
          placeholder={question.placeholder}
          selected={question.answer?.optionIds?.[0]}
          onChange={(id) => onAnswer(id ? { optionIds: [id] } : undefined)}
        />
      )}
    </Field>
  );
}
