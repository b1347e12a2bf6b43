import { Field } from "../inputs/Field";
import { SearchSelect } from "../inputs/SearchSelect";
import { Select } from "../inputs/Select";
import { choiceAnswer } from "./choiceAnswer";
import { OtherText } from "./OtherText";
import { clearableProps, fieldProps } from "./props/fieldProps";
import type { QuestionProps } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";
import { SEARCH_FROM } from "./searchFrom";

/**
 * One of the options, from a dropdown; a long one is searched by typing. Where several can be selected, a short one is a
 * checklist: the browser's own dropdown holds one.
 */
export function DropdownQuestion(props: QuestionProps) {
  const { question, error, onAnswer } = props;
  const { options, multiSelect, placeholder, answer } = question;
  const isLong = options.length >= SEARCH_FROM;
  if (multiSelect && !isLong) return <RadioQuestion {...props} />;
  const select = (ids: string[]) => onAnswer(choiceAnswer(ids, answer?.otherText));
  return (
    <>
      <Field {...(isLong && !multiSelect ? clearableProps : fieldProps)(props)}>
        {(control) =>
          isLong ? (
            <SearchSelect
              {...control}
              options={options}
              placeholder={placeholder}
              multiSelect={multiSelect}
              selected={answer?.optionIds ?? []}
              onChange={select}
            />
          ) : (
            <Select
              {...control}
              options={options}
              placeholder={placeholder}
              selected={answer?.optionIds?.[0]}
              onChange={(id) => select(id ? [id] : [])}
            />
          )
        }
      </Field>
      <OtherText question={question} isInvalid={error !== undefined} onAnswer={onAnswer} />
    </>
  );
}
