import { type ReactNode, use, useId } from "react";
import { ContentText, OwnTexts } from "../texts/ContentText";
import { ClearAnswer } from "./ClearAnswer";
import { ErrorText } from "./ErrorText";
import { RequiredMark } from "./RequiredMark";

export interface FieldProps {
  label: string;
  description?: string | undefined;
  required: boolean;
  /** The validation message, in the visitor's language. */
  error?: string | undefined;
  /** Clears an answer that the control itself cannot clear. */
  onClear?: (() => void) | undefined;
}

/** The attributes that connect a control with its label, description and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
}

interface Props extends FieldProps {
  /** What the interface says in place of a description. */
  hint?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A single control with its label and description above and its error below. */
export function Field({ label, description, hint, required, error, onClear, children }: Props) {
  const id = useId();
  const control = {
    id,
    "aria-describedby": describedBy(id, description || hint, error),
    "aria-invalid": error !== undefined,
    "aria-required": required,
  };
  // A question is a heading, a part of one is none.
  const Heading = use(OwnTexts) ? "div" : "h2";
  return (
    <div className="field">
      <Heading className="field__label">
        <label htmlFor={id}>
          <ContentText>{label}</ContentText>
          {required && <RequiredMark />}
        </label>
      </Heading>
      {(description || hint) && (
        <p className="field__description" id={`${id}-description`}>
          {description ? <ContentText>{description}</ContentText> : <bdi>{hint}</bdi>}
        </p>
      )}
      <div className="field__control">{children(control)}</div>
      {onClear && <ClearAnswer label={label} onClear={onClear} />}
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  );
}

/** Returns the ids of the description and error, as `Field`, `FieldGroup` and `Checkbox` set them. */
export function describedBy(id: string, description?: string, error?: string): string | undefined {
  const ids = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
