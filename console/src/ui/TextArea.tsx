import { type CSSProperties, type Ref, useId } from "react";
import { TextArea as AriaTextArea, TextField } from "react-aria-components";
import { FieldFrame, type FrameProps } from "./FieldFrame";

interface Props extends FrameProps {
  value: string;
  onChange: (value: string) => void;
  /** How high it is when it is empty. It grows with its text. */
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  isReadOnly?: boolean;
  isDisabled?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines. */
export function TextArea({
  label,
  isLabelHidden = false,
  hint,
  error = null,
  rows = 3,
  placeholder,
  inputRef,
  ...field
}: Props) {
  const id = useId();
  return (
    <TextField {...field} id={id} className="field" isInvalid={error !== null} validationBehavior="aria">
      <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
        <AriaTextArea
          className="field__input field__input--area"
          rows={rows}
          style={{ "--rows": rows } as CSSProperties}
          {...(placeholder !== undefined && { placeholder })}
          {...(inputRef && { ref: inputRef })}
        />
      </FieldFrame>
    </TextField>
  );
}
