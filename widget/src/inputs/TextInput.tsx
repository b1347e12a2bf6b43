import type { InputHTMLAttributes } from "react";
import type { ControlProps } from "./Field";

export interface TextInputProps extends ControlProps {
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** A single-line input. */
export function TextInput({ onChange, type = "text", ...input }: TextInputProps & InputAttributes) {
  return (
    <input
      dir={typedDirection(input.value)}
      {...input}
      type={type}
      className="text-input"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface InputAttributes
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoComplete" | "inputMode" | "dir" | "aria-busy" | "readOnly" | "onBlur" | "onKeyDown"
  > {
  type?: "text" | "email" | "tel" | "date";
}

/** Returns the `dir` of an input: typed text has its own direction, the placeholder that of the page. */
export function typedDirection(value: string): "auto" | undefined {
  return value ? "auto" : undefined;
}
