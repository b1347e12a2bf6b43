import { type KeyboardEventHandler, use, useState } from "react";
import type { ControlProps } from "./Field";
import { normalizePhone, PhoneCountryContext } from "./phoneCountry";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  /** The number without separators, as the engine stores it: "+905321234567". */
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler;
}

/** A phone number. What was typed stays in the field; `onChange` gets it without separators. */
export function PhoneInput({ value, onChange, ...control }: Props) {
  const [draft, setDraft] = useState("");
  const country = use(PhoneCountryContext);
  return (
    <TextInput
      {...control}
      type="tel"
      autoComplete="tel"
      // Phone numbers are written from left to right in every script.
      dir="ltr"
      value={normalizePhone(draft, country) === value ? draft : value}
      onChange={(text) => {
        setDraft(text);
        onChange(normalizePhone(text, country));
      }}
    />
  );
}
