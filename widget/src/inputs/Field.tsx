import { type ReactNode, useId } from "react";
import { ErrorText, RequiredMark } from "./marks";

export interface FieldProps {
  label: string;
  description?: string | undefined;
  required: boolean;
  /** What is wrong with the answer, in the visitor's language. */
  error?: string | undefined;
}

/** What ties a control to its label, description and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

/** A control with its label above and its error below. */
export function Field({
  label,
  description,
  required,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const control = {
    id,
    "aria-describedby": describedBy(id, description, error),
    "aria-invalid": error !== undefined,
    "aria-required": required,
  };
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        <bdi>{label}</bdi>
        {required && <RequiredMark />}
      </label>
      {description && (
        <p className="field__description" id={`${id}-description`}>
          <bdi>{description}</bdi>
        </p>
      )}
      <div className="field__control">{children(control)}</div>
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  );
}

/** Names the texts that explain a control, by the ids that `Field` and `FieldGroup` give them. */
export function describedBy(id: string, description?: string, error?: string): string | undefined {
  const ids = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
