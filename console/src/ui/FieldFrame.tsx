import type { ReactNode } from "react";
import { FieldError, Label, Text } from "react-aria-components";

/** What is around each field. */
export interface FrameProps {
  label: string;
  /** Whether only screen readers have the label, since the place says what it is. */
  isLabelHidden?: boolean;
  /** What to know about it. */
  hint?: string | undefined;
  /** What is wrong with the value; `null` if nothing is known to be. */
  error?: string | null;
}

/** The label of a field of React Aria, what to know about it, and what is wrong with it. */
export function FieldFrame({
  label,
  isLabelHidden = false,
  hint,
  error = null,
  children,
}: FrameProps & { children: ReactNode }) {
  return (
    <>
      <Label className={isLabelHidden ? "visually-hidden" : "field__label"}>{label}</Label>
      <div className="field__box">{children}</div>
      {hint && (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      <FieldError className="field__error">{error}</FieldError>
    </>
  );
}
