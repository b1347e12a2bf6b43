import { type ReactNode, useId } from "react";
import { ContentText } from "../texts/ContentText";
import { ErrorText } from "./ErrorText";
import { describedBy, type FieldProps } from "./Field";
import { RequiredMark } from "./RequiredMark";

interface Props extends FieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Shown below the label. */
  children?: ReactNode;
}

/** A checkbox with its label beside it. */
export function Checkbox({ label, description, required, error, checked, onChange, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="option">
        <input
          className="option__input"
          type="checkbox"
          checked={checked}
          aria-describedby={describedBy(id, description, error)}
          aria-invalid={error !== undefined}
          aria-required={required}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className="option__label">
          <ContentText>{label}</ContentText>
          {required && <RequiredMark />}
        </span>
      </label>
      {description && (
        <p className="field__description field__description--below" id={`${id}-description`}>
          <ContentText>{description}</ContentText>
        </p>
      )}
      {children}
      <ErrorText id={`${id}-error`} error={error} />
    </div>
  );
}
