import { createContext, use } from "react";
import { type TextKey, textIn } from "./catalogue";
import type { TextParams } from "./createTexts";

/** The code of the language that the page speaks now. Its catalogue is loaded before the code is set. */
export const LanguageContext = createContext("en");

/** Gives the application's texts in the page's language. */
export function useText(): (key: TextKey, params?: TextParams) => string {
  const language = use(LanguageContext);
  return (key, params) => textIn(language, key, params);
}
