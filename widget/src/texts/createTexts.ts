import { directionOf } from "../language/direction";
import { localeOf } from "../language/locale";
import { findText } from "./loadLanguage";
import type { EnglishTexts, ParamsOf, TextParams } from "./textTypes";

/** Returns a text in a language, or else in English, with numbers formatted for that language. */
export type TextIn<English> = <Key extends keyof English & string>(
  language: string,
  key: Key,
  ...params: ParamsOf<English, Key>
) => string;

/**
 * Creates the texts of one part of the application from its English catalog, which is part of its script, and from a
 * section of the languages that have been loaded.
 *
 * A table and `Intl` instead of an i18n library: our texts have placeholders and plural forms, but no markup. A message
 * runtime alone would weigh more than all that a page loads of its language.
 *
 * @param section of the files in `languages/`.
 */
export function createTexts<English extends EnglishTexts>(
  section: string,
  english: English,
): TextIn<English> {
  return (language, key, ...[params]) => {
    const definition = english[key] as EnglishTexts[string];
    const { code, text } = findText(language, section, key) ?? { code: "en", text: definition };
    const values: TextParams = params ?? {};
    const by = typeof definition === "string" ? undefined : values[definition.by];
    const form = typeof text === "string" ? text : formOf(text as Record<string, string>, by, code);
    const filled = form.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === "number" ? formatNumber(value, language) : inserted(value, language);
    });
    return directionOf(code) === directionOf(language) ? filled : isolated(filled, code);
  };
}

/** Returns the form for a number by the rules of the text's language. */
function formOf(forms: Record<string, string>, number: number | string | undefined, code: string): string {
  const category = typeof number === "number" ? new Intl.PluralRules(code).select(number) : "other";
  return forms[category] ?? forms.other ?? "";
}

/** Keeps the word order of a text on a page that is written in the other direction. */
function isolated(text: string, code: string): string {
  const start = directionOf(code) === "rtl" ? "\u2067" : "\u2066";
  return `${start}${text}\u2069`;
}

/** Keeps what is inserted, such as a telephone number, from being reordered by a text from right to left. */
function inserted(value: string, language: string): string {
  return directionOf(language) === "rtl" ? `\u2068${value}\u2069` : value;
}

/**
 * The languages in which every region writes a small whole number in the same digits. `Intl` takes 15 ms at its first use, before
 * the first question of a scale, and the server, which renders first views, has none.
 */
const LATIN_DIGITS =
  /^(az|bg|bs|ca|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|id|it|ja|ka|ko|lt|lv|nb|nl|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh)\b(?!.*-u-)/i;

/** Returns a number as the language writes it where the visitor is. */
export function formatNumber(number: number, language: string, options?: Intl.NumberFormatOptions): string {
  const isSmall = Number.isInteger(number) && number >= 0 && number < 1000;
  if (isSmall && LATIN_DIGITS.test(language) && !options?.minimumIntegerDigits) return `${number}`;
  try {
    return number.toLocaleString(localeOf(language), options);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return number.toLocaleString("en", options);
  }
}
