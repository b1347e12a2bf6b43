import { use, useState } from "react";
import { type QuestionTextOf, useQuestionText } from "../texts/useQuestionText";
import { LanguageContext } from "../texts/useText";
import { type DateOrder, dateOrder, formatDate, parseDate } from "./dateText";
import type { ControlProps } from "./Field";
import { TextInput } from "./TextInput";

interface Props extends ControlProps {
  /** An ISO date, or what was typed where that is no date. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A day, typed in the order that the visitor is used to. The calendar beside it is the browser's own and for pointers
 * only: for keyboards and screen readers typing is quicker than its three parts.
 */
export function DateInput({ value, onChange, ...control }: Props) {
  const text = useQuestionText();
  const order = useDateOrder();
  const [draft, setDraft] = useState<string>();
  const iso = ISO_DATE.test(value) ? value : undefined;
  return (
    <div className="date-input">
      <TextInput
        {...control}
        autoComplete="off"
        inputMode="numeric"
        dir="ltr"
        placeholder={datePlaceholder(order, text)}
        value={draft ?? (iso ? formatDate(iso, order) : value)}
        onChange={(typed) => {
          setDraft(typed);
          onChange(parseDate(typed, order) ?? typed);
        }}
        // After editing, the field shows the day as it was understood.
        onBlur={() => setDraft(undefined)}
      />
      <span className="date-input__picker" aria-hidden="true">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3.5 5h13v12h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5" />
        </svg>
        <input
          className="date-input__native"
          type="date"
          tabIndex={-1}
          value={iso ?? ""}
          onChange={({ target }) => {
            setDraft(undefined);
            onChange(target.value);
          }}
        />
      </span>
    </div>
  );
}

/** An answer that is a day. It is of the Gregorian calendar, whatever its year: nobody has typed it in another one. */
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the order of day, month and year that the visitor is used to. */
export function useDateOrder(): DateOrder {
  const language = use(LanguageContext);
  return dateOrder(language, typeof navigator === "undefined" ? [] : navigator.languages);
}

/** Returns the order in letters, such as `DD/MM/YYYY`, with the name of the years that are no Gregorian ones. */
export function datePlaceholder(order: DateOrder, text: QuestionTextOf): string {
  const [day = "", month = "", year = ""] = text("date_letters").split(" ");
  const letters = { day, month, year };
  const format = order.parts.map((part) => letters[part]).join(order.separator);
  return order.era ? `${format} (${order.era})` : format;
}
