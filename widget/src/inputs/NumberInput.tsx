import { useState } from "react";
import type { ControlProps } from "./Field";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  value: number | undefined;
  placeholder?: string | undefined;
  /** Whether only whole numbers are wanted. */
  whole: boolean;
  /** Whether numbers below zero are wanted: telephones have them on another keyboard. */
  signed: boolean;
  /** Takes the number; nothing where the field is empty or holds none. */
  onChange: (value?: number) => void;
}

/**
 * A number that is typed. Not `type="number"`: that one changes under the mouse's wheel and at arrow keys, and says
 * nothing of what it does not understand.
 */
export function NumberInput({ value, whole, signed, onChange, ...control }: Props) {
  const [draft, setDraft] = useState("");
  const type = (text: string) => {
    const kept = keepDigits(text);
    setDraft(kept);
    onChange(readNumber(kept));
  };
  return (
    <TextInput
      {...control}
      autoComplete="off"
      inputMode={signed ? "text" : whole ? "numeric" : "decimal"}
      // "1." is a number on its way to another one: it stays as typed as long as it means the answer.
      value={readNumber(draft) === value ? draft : String(value ?? "")}
      onChange={type}
      // Then it stands there as it was understood.
      onBlur={() => setDraft("")}
    />
  );
}

/** Drops what belongs to no number; digits of other scripts become ours. */
function keepDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/[^\d.,-]/g, "");
}

/** With a point or a comma, whichever the visitor is used to. */
function readNumber(text: string): number | undefined {
  return /^-?(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(",", ".")) : undefined;
}
