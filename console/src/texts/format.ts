import { withoutTurns } from "../basics/direction";
import type { Language } from "./languages";
import { perLanguage } from "./perLanguage";

/** What fills the places of a text. Numbers are written as the language does. */
export type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = / (\w+) \{([^{}]*)\}/g;

/**
 * Fills the places of a text: `{name}` with a value, `{count, plural, one {# chat} other {# chats}}` with the form that the language
 * has for the number, in which `#` is the number. A place without a value stays as it is. No value turns the direction of what is behind it.
 */
export function format(text: string, values: Values, language: Language): string {
  return text.replace(PLACE, (place, name: string, forms: string | undefined) => {
    const value = values[name];
    if (value === undefined) return place;
    const written = typeof value === "number" ? numberFormat(language).format(value) : withoutTurns(value);
    return forms === undefined ? written : formOf(forms, Number(value), language).replaceAll("#", written);
  });
}

/** Returns the names of the places of a text, each with the forms that it has for numbers. */
export function placesOf(text: string): { name: string; forms: string[] }[] {
  return [...text.matchAll(PLACE)].map(([, name = "", forms = ""]) => ({
    name,
    forms: [...forms.matchAll(FORM)].map(([, form = ""]) => form),
  }));
}

function formOf(forms: string, value: number, language: Language): string {
  const byName = new Map([...forms.matchAll(FORM)].map(([, form = "", text = ""]) => [form, text]));
  return byName.get(pluralRules(language).select(value)) ?? byName.get("other") ?? "";
}

const numberFormat = perLanguage((language) => new Intl.NumberFormat(language));
const pluralRules = perLanguage((language) => new Intl.PluralRules(language));
