import type { FieldProps } from "../inputs/Field";
import type { QuestionProps } from "./kind";

/** What a question says around its control. */
export function fieldProps({ question, error }: QuestionProps): FieldProps {
  const { text, description, required } = question;
  return { label: text, description, required, error };
}
