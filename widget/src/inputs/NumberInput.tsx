import { use, useState } from "react";
import { localeOf } from "../language/locale";
import { LanguageContext, useNumber } from "../texts/useText";
import type { ControlProps } from "./Field";
import { parseNumber } from "./numberText";
import { TextInput } from "./TextInput";

/** A number, or what was typed where that is no number. */
export type NumberAnswer = { number: number } | { text: string };

interface Props extends ControlProps {
  answer: { number?: number; text?: string } | undefined;
  placeholder?: string | undefined;
  allowsDecimals: boolean;
  allowsNegative: boolean;
  /** Called without an answer when the field is empty. */
  onChange: (answer?: NumberAnswer) => void;
}

/**
 * A text input for numbers, as the page's language writes them where the visitor is. Not `type="number"`, which changes with the
 * mouse wheel and the arrow keys, and reports nothing about text that it rejects. What is typed is never rewritten: a text that is
 * no number stays, and the engine says so.
 */
export function NumberInput({ answer, allowsDecimals, allowsNegative, onChange, ...control }: Props) {
  const locale = localeOf(use(LanguageContext));
  const format = useNumber();
  const [draft, setDraft] = useState<string>();
  const read = (text: string): NumberAnswer | undefined => {
    const number = parseNumber(text, locale);
    if (number !== undefined) return { number };
    return text.trim() ? { text } : undefined;
  };
  const { number, text = "" } = answer ?? {};
  const typed = draft === undefined ? undefined : read(draft);
  // Keeps an unfinished number such as "1." as typed while its value equals the answer.
  const isCurrent = draft !== undefined && JSON.stringify(typed) === JSON.stringify(answer);
  const written = number === undefined ? text : format(number, { maximumSignificantDigits: 15 });
  return (
    <TextInput
      {...control}
      autoComplete="off"
      // The number keyboards of iOS have no minus key.
      inputMode={allowsNegative ? "text" : allowsDecimals ? "decimal" : "numeric"}
      value={isCurrent ? draft : written}
      onChange={(changed) => {
        setDraft(changed);
        onChange(read(changed));
      }}
      // After editing, the field shows the number as it was understood.
      onBlur={() => setDraft(undefined)}
    />
  );
}
