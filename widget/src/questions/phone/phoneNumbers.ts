import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** What is known of a number while it is typed. */
export interface TypedNumber {
  /** As people of its country write it. */
  formatted: string;
  /** In E.164, as far as it was typed; absent without a country. */
  number: string | undefined;
  /** ISO 3166 code, where the number tells it. */
  country: string | undefined;
}

/** Reads a number that is being typed. @param country whose numbers need no country code. */
export function readPhone(text: string, country: string | undefined): TypedNumber {
  const reader = new AsYouType(toCode(country));
  const formatted = reader.input(text.replace(/^\s*00/, "+"));
  return { formatted, number: reader.getNumberValue(), country: reader.getCountry() };
}

/** Returns a number as it is written in its own country, and that country; `undefined` for what is no number. */
export function describePhone(number: string): { national: string; country: string | undefined } | undefined {
  const parsed = parsePhoneNumberFromString(number);
  return parsed && { national: parsed.formatNational(), country: parsed.country };
}

/** Returns the calling code of a country, with its `+`; empty for an unknown one. */
export function callingCode(country: string | undefined): string {
  const code = toCode(country);
  return code ? `+${getCountryCallingCode(code)}` : "";
}

/** Returns all countries with their names in a language, in its alphabetical order. */
export function listCountries(language: string): { id: string; label: string }[] {
  const names = regionNames(language);
  const countries = getCountries().map((id) => ({ id, name: names(id) }));
  countries.sort((one, other) => one.name.localeCompare(other.name, collation(language)));
  // Isolated, so that the plus sign stays before the number on right-to-left pages.
  return countries.map(({ id, name }) => ({ id, label: `${name} (\u2066${callingCode(id)}\u2069)` }));
}

/** Returns the name of a country in a language. */
export function countryName(country: string, language: string): string {
  return regionNames(language)(country);
}

function regionNames(language: string): (country: string) => string {
  try {
    const names = new Intl.DisplayNames([language, "en"], { type: "region" });
    return (country) => names.of(country) ?? country;
  } catch {
    // `Intl` does not know the language's code: operators choose codes freely.
    return (country) => country;
  }
}

function collation(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

function toCode(country: string | undefined): CountryCode | undefined {
  return getCountries().find((code) => code === country);
}
