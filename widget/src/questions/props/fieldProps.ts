import type { FieldProps } from "../../inputs/Field";
import type { QuestionProps } from "./questionProps";

/** Returns the label, description and error that surround a question's input. */
export function fieldProps({ question, error }: QuestionProps): FieldProps {
  const { text, description, required } = question;
  return { label: text, description, required, error };
}

/** Returns them with a way back from an optional answer, for controls without one of their own, such as radio buttons. */
export function clearableProps(props: QuestionProps): FieldProps {
  const { question, onAnswer } = props;
  const isClearable = !question.required && question.answer;
  return { ...fieldProps(props), onClear: isClearable ? () => onAnswer() : undefined };
}
