import { createContext, use } from "react";
import { textIn } from "./catalog";
import type { en } from "./catalogs/en";
import { formatNumber, type TextIn } from "./createTexts";
import type { EnglishTexts, ParamsOf } from "./textTypes";

/** The code of the page's language. Its texts are most often there before the code is set. */
export const LanguageContext = createContext("en");

/** The version of the texts that are there: what shows texts is rendered again when some come late. */
export const TextsContext = createContext(0);

/** Returns the function that gives texts in the page's language. */
export function useText(): TextOf<typeof en> {
  return useTexts(textIn);
}

/** Writes a number. */
export type FormatNumber = (number: number, options?: Intl.NumberFormatOptions) => string;

/** Returns the function that writes numbers in the page's language, without marks between thousands, as on a scale of years. */
export function useNumber(): FormatNumber {
  const language = use(LanguageContext);
  return (number, options) =>
    formatNumber(number, language, { useGrouping: false, maximumFractionDigits: 12, ...options });
}

/** Gives texts by key. */
export type TextOf<English> = <Key extends keyof English & string>(
  key: Key,
  ...params: ParamsOf<English, Key>
) => string;

/** Returns the function that gives the texts of one part in the page's language. */
export function useTexts<English extends EnglishTexts>(textIn: TextIn<English>): TextOf<English> {
  const language = use(LanguageContext);
  use(TextsContext);
  return (key, ...params) => textIn(language, key, ...params);
}
