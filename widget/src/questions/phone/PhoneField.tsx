import { type ChangeEvent, type KeyboardEventHandler, use, useEffect, useRef, useState } from "react";
import type { ControlProps } from "../../inputs/Field";
import { isUnfinished } from "../../inputs/TextInput";
import { CountrySelect } from "./CountrySelect";
import { normalizePhone, PhoneCountryContext } from "./phoneCountry";
import { usePhoneNumbers } from "./usePhoneNumbers";

interface Props extends ControlProps {
  /** The number in E.164, or what was typed where that is no number: "+905321234567". */
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler;
}

/**
 * A phone number with its country. The number is formatted while it is typed and shown as it is written in its country; a
 * number that is typed with its country code chooses the country.
 */
export function PhoneField({ value, onChange, ...control }: Props) {
  const numbers = usePhoneNumbers();
  const nodeCountry = use(PhoneCountryContext);
  const [chosen, setChosen] = useState(nodeCountry?.country);
  const [draft, setDraft] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const described = numbers && value ? numbers.describePhone(value) : undefined;
  const country = described?.country ?? chosen;

  function type({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const typed = target.value;
    const read = numbers?.readPhone(typed, country);
    if (read?.country) setChosen(read.country);
    // Formatting moves the caret, so that it waits while a number is mended.
    const isAppended = typed.length > (draft ?? "").length && target.selectionStart === typed.length;
    setDraft(read && isAppended && !isUnfinished(nativeEvent) ? read.formatted : typed);
    onChange(read?.number ?? normalizePhone(typed, numbers ? undefined : nodeCountry));
  }

  function choose(next: string) {
    setChosen(next);
    const national = draft ?? described?.national ?? value;
    if (!national || !numbers) return;
    // The digits stay, and become a number of the other country.
    const read = numbers.readPhone(national.replace(/^\s*\+\d+/, ""), next);
    setDraft(read.formatted);
    onChange(read.number ?? value);
  }

  // A number that comes from elsewhere tells its country.
  useEffect(() => {
    if (described?.country) setChosen(described.country);
  }, [described?.country]);

  return (
    <div className="phone">
      {numbers !== null && (
        <CountrySelect
          numbers={numbers}
          country={country}
          callingCode={numbers ? numbers.callingCode(country) : nodeCountry && `+${nodeCountry.calling_code}`}
          onChoose={choose}
          onClose={() => input.current?.focus()}
        />
      )}
      <input
        {...control}
        ref={input}
        className="text-input"
        type="tel"
        autoComplete="tel"
        // Phone numbers are written from left to right in every script.
        dir="ltr"
        value={draft ?? described?.national ?? value}
        onChange={type}
        // After editing, the field shows the number as it was understood.
        onBlur={() => described && setDraft(undefined)}
      />
    </div>
  );
}
