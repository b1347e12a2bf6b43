import { type ReactNode, type Ref, useId } from "react";
import { TextField as AriaTextField, FieldError, Input, Label, Text } from "react-aria-components";

export interface FieldProps {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  hint?: string;
  /** What is wrong with the value; `null` if nothing is known to be. */
  error?: string | null;
  type?: "text" | "email" | "password";
  autoComplete: string;
  inputMode?: "numeric";
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** What stands in the field, at its end. */
  children?: ReactNode;
}

/** A line of text with its label, what to know about it, and what is wrong with it. */
export function TextField({
  label,
  hint,
  error = null,
  inputRef,
  inputMode,
  onChange,
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
      isInvalid={error !== null}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      {...(onChange && { onChange })}
      {...(inputMode && { inputMode })}
    >
      <Label className="field__label">{label}</Label>
      <div className="field__box">
        <Input
          className="field__input"
          autoCapitalize="none"
          spellCheck="false"
          {...(inputRef && { ref: inputRef })}
        />
        {children}
      </div>
      {hint && (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      <FieldError className="field__error">{error}</FieldError>
    </AriaTextField>
  );
}
