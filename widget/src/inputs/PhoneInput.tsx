import { useState } from "react";
import type { ControlProps } from "./Field";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  /** The number without separators, as the engine stores it: "+905321234567". */
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** A phone number. What was typed stays in the field; `onChange` gets it without separators. */
export function PhoneInput({ value, onChange, ...control }: Props) {
  const [draft, setDraft] = useState("");
  return (
    <TextInput
      {...control}
      type="tel"
      autoComplete="tel"
      // Phone numbers are written from left to right in every script.
      dir="ltr"
      value={normalizePhone(draft) === value ? draft : value}
      onChange={(text) => {
        setDraft(text);
        onChange(normalizePhone(text));
      }}
    />
  );
}

/** Removes separators and direction marks, and replaces the international prefix `00` by `+`. */
function normalizePhone(text: string): string {
  return text.replace(/[\s().\-/\u200e\u200f\u202a-\u202e]/g, "").replace(/^00/, "+");
}
