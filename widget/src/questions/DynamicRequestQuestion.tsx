import { useRef } from "react";
import { Field } from "../inputs/Field";
import { onEnter } from "../inputs/onEnter";
import { TextInput } from "../inputs/TextInput";
import { useText } from "../texts/useText";
import { fieldProps } from "./fieldProps";
import type { QuestionProps } from "./questionProps";

/** A text whose value is looked up on an external service when the visitor presses Enter or leaves the field. */
export function DynamicRequestQuestion(props: QuestionProps) {
  const { question, onAnswer, onDone } = props;
  const text = useText();
  const value = question.answer?.text ?? "";
  const lookedUp = useRef("");
  const isLoading = question.loading === true;

  const lookUp = () => {
    lookedUp.current = value;
    if (value.trim()) onDone();
  };
  return (
    <Field {...fieldProps(props)}>
      {(control) => (
        <div className="look-up">
          <TextInput
            {...control}
            autoComplete="off"
            aria-busy={isLoading}
            placeholder={question.placeholder}
            value={value}
            onChange={(text) => onAnswer(text ? { text } : undefined)}
            onBlur={() => value !== lookedUp.current && lookUp()}
            onKeyDown={onEnter(lookUp)}
          />
          <p className="visually-hidden" role="status">
            {isLoading && text("loading")}
          </p>
        </div>
      )}
    </Field>
  );
}
