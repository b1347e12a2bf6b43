import { useState } from "react";
import type { ControlProps } from "./Field";
import { latinDigits } from "./latinDigits";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  value: number | undefined;
  placeholder?: string | undefined;
  allowsDecimals: boolean;
  allowsNegative: boolean;
  /** Called without a number when the field is empty or its text is not a number. */
  onChange: (value?: number) => void;
}

/**
 * A text input for numbers. Not `type="number"`, which changes with the mouse wheel and the arrow keys, and reports
 * nothing about text that it rejects.
 */
export function NumberInput({ value, allowsDecimals, allowsNegative, onChange, ...control }: Props) {
  const [draft, setDraft] = useState("");
  const handleChange = (text: string) => {
    const cleaned = keepNumberCharacters(text);
    setDraft(cleaned);
    onChange(parseNumber(cleaned));
  };
  return (
    <TextInput
      {...control}
      autoComplete="off"
      // The number keyboards of iOS have no minus key.
      inputMode={allowsNegative ? "text" : allowsDecimals ? "decimal" : "numeric"}
      // Keeps an unfinished number such as "1." as typed while its value equals the answer.
      value={parseNumber(draft) === value ? draft : String(value ?? "")}
      onChange={handleChange}
      // After editing, the field shows the number as it was parsed.
      onBlur={() => setDraft("")}
    />
  );
}

/** Removes characters that cannot be part of a number. */
function keepNumberCharacters(text: string): string {
  return latinDigits(text).replace(/[^\d.,-]/g, "");
}

/** Parses a number with a decimal point or a decimal comma. */
function parseNumber(text: string): number | undefined {
  return /^-?(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(",", ".")) : undefined;
}
