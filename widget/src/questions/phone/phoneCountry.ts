import type { Schemas } from "pulsen-loader/wire";
import { createContext } from "react";

/** How numbers of a country are dialed (docs/widget.md#node-fields). */
export type PhoneCountry = Schemas["PhoneCountry"];

/** The country of numbers that are typed without a country code; `undefined`: they stay as they are. */
export const PhoneCountryContext = createContext<PhoneCountry | undefined>(undefined);

/**
 * Removes separators and direction marks, replaces the international prefix `00` by `+`, and gives a number without a
 * country code that of the country.
 */
export function normalizePhone(text: string, country?: PhoneCountry): string {
  const number = text.replace(/[\s().\-/\u200e\u200f\u202a-\u202e]/g, "").replace(/^00/, "+");
  if (!country || !/^\d/.test(number)) return number;
  const { calling_code: callingCode, national_prefix: prefix } = country;
  return `+${callingCode}${number.startsWith(prefix) ? number.slice(prefix.length) : number}`;
}
