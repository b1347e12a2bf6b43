import { useId } from "react";
import { TextInput } from "../inputs/TextInput";
import { useText } from "../texts/useText";
import { choiceAnswer } from "./choiceAnswer";
import type { QuestionProps } from "./props/questionProps";

interface Props extends Pick<QuestionProps, "question" | "onAnswer"> {
  isInvalid: boolean;
}

/** The text of the selected option that asks for one. Its label is the option. */
export function OtherText({ question, isInvalid, onAnswer }: Props) {
  const id = useId();
  const text = useText();
  const { options, answer } = question;
  const asking = options.find(({ asksForText }) => asksForText);
  const optionIds = answer?.optionIds ?? [];
  if (!asking || !optionIds.includes(asking.id)) return null;
  return (
    <div className="other-text">
      <label className="visually-hidden" htmlFor={id}>
        {`${asking.label}: ${text("please_specify")}`}
      </label>
      <TextInput
        id={id}
        // The field around it has the description and the error.
        aria-describedby={undefined}
        aria-invalid={isInvalid}
        aria-required
        autoComplete="off"
        placeholder={text("please_specify")}
        value={answer?.otherText ?? ""}
        onChange={(otherText) => onAnswer(choiceAnswer(optionIds, otherText))}
      />
    </div>
  );
}
