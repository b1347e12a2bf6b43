import type { InputHTMLAttributes } from "react";
import type { ControlProps } from "./Field";

export interface TextInputProps extends ControlProps {
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** One line of text. */
export function TextInput({ onChange, type = "text", ...input }: TextInputProps & Kind) {
  return (
    <input
      dir={directionOfTyped(input.value)}
      {...input}
      type={type}
      className="text-input"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface Kind
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "autoComplete" | "inputMode" | "dir" | "aria-busy" | "onBlur" | "onKeyDown"
  > {
  type?: "text" | "email" | "tel" | "date";
}

/** What is typed has its own direction; the placeholder that of the page. */
export function directionOfTyped(value: string): "auto" | undefined {
  return value ? "auto" : undefined;
}
