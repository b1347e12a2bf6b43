import { createContext, use } from "react";
import { type TextKey, textIn } from "./catalog";
import type { TextParams } from "./createTexts";

/** The code of the page's language. Its catalog is loaded before the code is set. */
export const LanguageContext = createContext("en");

/** Returns the function that gives texts in the page's language. */
export function useText(): (key: TextKey, params?: TextParams) => string {
  const language = use(LanguageContext);
  return (key, params) => textIn(language, key, params);
}
