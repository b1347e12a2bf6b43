import { useState } from "react";
import type { ControlProps } from "./Field";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  /** A number with its country code and nothing between its digits. */
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** A telephone number. It may be written as people write it, and is told as machines do. */
export function PhoneInput({ value, onChange, ...control }: Props) {
  const [draft, setDraft] = useState("");
  return (
    <TextInput
      {...control}
      type="tel"
      autoComplete="tel"
      // Digits and their groups run from left to right in every script.
      dir="ltr"
      value={compact(draft) === value ? draft : value}
      onChange={(text) => {
        setDraft(text);
        onChange(compact(text));
      }}
    />
  );
}

/** Without what only helps to read it; two zeros at its start are the plus of those who have none. */
function compact(text: string): string {
  return text.replace(/[\s().\-/\u200e\u200f\u202a-\u202e]/g, "").replace(/^00/, "+");
}
