import { type ReactNode, type Ref, useId } from "react";
import { TextField as AriaTextField, Input } from "react-aria-components";
import { FieldFrame, type FrameProps } from "./FieldFrame";

export interface FieldProps extends FrameProps {
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  type?: "text" | "email" | "password" | "url" | "number" | "date" | "time" | "search";
  /** By default the browser offers nothing. */
  autoComplete?: string;
  inputMode?: "numeric" | "decimal";
  placeholder?: string;
  /** The bounds of numbers and dates. */
  min?: string | number;
  max?: string | number;
  maxLength?: number;
  isReadOnly?: boolean;
  isDisabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** What stands in the field, at its end. */
  children?: ReactNode;
}

/** A line of text with its label, what to know about it, and what is wrong with it. */
export function TextField({
  label,
  isLabelHidden = false,
  hint,
  error = null,
  autoComplete = "off",
  inputRef,
  inputMode,
  placeholder,
  min,
  max,
  onChange,
  onBlur,
  isReadOnly = false,
  children,
  ...field
}: FieldProps) {
  const id = useId();
  return (
    <AriaTextField
      {...field}
      id={id}
      className="field"
      autoComplete={autoComplete}
      isInvalid={error !== null}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      {...(onChange && { onChange })}
      {...(onBlur && { onBlur })}
      {...(inputMode && { inputMode })}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
        <Input
          className="field__input"
          autoCapitalize="none"
          spellCheck="false"
          {...(inputRef && { ref: inputRef })}
          {...(placeholder !== undefined && { placeholder })}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
        />
        {children}
      </FieldFrame>
    </AriaTextField>
  );
}
