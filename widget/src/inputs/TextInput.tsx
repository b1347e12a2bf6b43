import type { ControlProps } from "./Field";

export interface TextInputProps extends ControlProps {
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** One line of text. The direction follows what is typed. */
export function TextInput({ onChange, type = "text", ...input }: TextInputProps & Kind) {
  return (
    <input
      dir="auto"
      {...input}
      type={type}
      className="text-input"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

interface Kind {
  type?: "text" | "email";
  autoComplete?: "email" | "off";
}
