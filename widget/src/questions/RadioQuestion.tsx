import { FieldGroup } from "../inputs/FieldGroup";
import { OptionList } from "../inputs/OptionList";
import { choiceAnswer } from "./choiceAnswer";
import { OtherText } from "./OtherText";
import { clearableProps, fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";

/** Options of which one can be selected, or several if the question allows it, as a checklist always does. */
export function RadioQuestion(props: QuestionProps) {
  const { question, error, onAnswer } = props;
  const { options, multiSelect, answer } = question;
  return (
    <FieldGroup {...(multiSelect ? fieldProps : clearableProps)(props)} single={!multiSelect}>
      <OptionList
        options={options}
        selected={answer?.optionIds ?? []}
        multiSelect={multiSelect}
        onChange={(optionIds) => onAnswer(choiceAnswer(optionIds, answer?.otherText))}
        addition={{
          optionId: options.find(({ asksForText }) => asksForText)?.id,
          content: <OtherText question={question} isInvalid={error !== undefined} onAnswer={onAnswer} />,
        }}
      />
    </FieldGroup>
  );
}
