import { use, useId, useMemo, useState } from "react";
import { SearchSelect } from "../../inputs/SearchSelect";
import { ChevronIcon } from "../../shell/icons";
import { useQuestionText } from "../../texts/useQuestionText";
import { LanguageContext, useText } from "../../texts/useText";
import type { PhoneNumbers } from "./usePhoneNumbers";

interface Props {
  /** Absent until it is loaded. */
  numbers: PhoneNumbers | undefined;
  /** ISO 3166 code. */
  country: string | undefined;
  /** With its `+`. */
  callingCode: string | undefined;
  onChoose: (country: string) => void;
  /** Called when the list was closed and the focus has to continue. */
  onClose: () => void;
}

/** A button with the calling code of a country. It opens a search for another one over the whole field. */
export function CountrySelect({ numbers, country, callingCode, onChoose, onClose }: Props) {
  const id = useId();
  const text = useQuestionText();
  const commonText = useText();
  const language = use(LanguageContext);
  const [isOpen, setIsOpen] = useState(false);
  const countries = useMemo(
    () => (isOpen && numbers ? numbers.listCountries(language) : []),
    [isOpen, numbers, language],
  );
  const name = numbers && country ? numbers.countryName(country, language) : commonText("please_select");
  const close = (staysHere: boolean) => {
    setIsOpen(false);
    if (staysHere) onClose();
  };
  return (
    <>
      <button
        className="text-input phone__country"
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen && numbers !== undefined}
        // Until then it cannot name its country, and a press opens the list once it can, unless the visitor moves on.
        aria-busy={!numbers || undefined}
        aria-label={`${text("country")}: ${name} ${callingCode ?? ""}`}
        onClick={() => setIsOpen(true)}
        onBlur={() => !numbers && setIsOpen(false)}
      >
        <bdi dir="ltr">{callingCode || "+"}</bdi>
        <ChevronIcon />
      </button>
      {isOpen && numbers && (
        <div className="phone__countries">
          <SearchSelect
            id={id}
            aria-label={text("country")}
            aria-describedby={undefined}
            aria-invalid={false}
            aria-required={false}
            startsOpen
            options={countries}
            multiSelect={false}
            selected={country ? [country] : []}
            placeholder={text("country")}
            onChange={([chosen]) => chosen && onChoose(chosen)}
            onClose={close}
          />
        </div>
      )}
    </>
  );
}
