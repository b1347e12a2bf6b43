import type { InputHTMLAttributes } from "react";
import type { ControlProps } from "./Field";

export interface TextInputProps extends ControlProps {
  value: string;
  placeholder?: string | undefined;
  /** @param isComposing whether an input method is at work: the text must not be replaced, it would be inserted again. */
  onChange: (value: string, isComposing?: boolean) => void;
}

/** A single-line input. */
export function TextInput({ onChange, type = "text", ...input }: TextInputProps & InputAttributes) {
  return (
    <input
      dir={typedDirection(input.value)}
      {...input}
      type={type}
      className="text-input"
      onChange={({ target, nativeEvent }) => onChange(target.value, isUnfinished(nativeEvent))}
    />
  );
}

/** Returns whether an input method still composes the text of an input event. */
export function isUnfinished(event: Event): boolean {
  return (event as InputEvent).isComposing === true;
}

interface InputAttributes
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | "autoComplete"
    | "inputMode"
    | "dir"
    | "aria-busy"
    | "readOnly"
    | "onBlur"
    | "onKeyDown"
    | "onCompositionEnd"
  > {
  type?: "text" | "email" | "tel" | "date";
}

/** Returns the `dir` of an input: typed text has its own direction, the placeholder that of the page. */
export function typedDirection(value: string): "auto" | undefined {
  return value ? "auto" : undefined;
}
