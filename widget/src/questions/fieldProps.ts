import type { FieldProps } from "../inputs/Field";
import type { QuestionProps } from "./questionProps";

/** Returns the label, description and error that surround a question's input. */
export function fieldProps({ question, error }: QuestionProps): FieldProps {
  const { text, description, required } = question;
  return { label: text, description, required, error };
}
