import { en, type Texts } from "./en";

/** The languages of the console, by their own names. */
export const LANGUAGES = { en: "English", tr: "Türkçe", ar: "العربية" } as const;

export type Language = keyof typeof LANGUAGES;

/** Where the browser keeps the choice (docs/constants.md#storage-names). */
const STORAGE_NAME = "pulsen-console-language";

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** Returns the language that was chosen in this browser, or else the first that the browser prefers and the console has. */
export function preferredLanguage(): Language {
  return [storedChoice(), ...navigator.languages].map(languageOf).find((found) => found) ?? "en";
}

/** Keeps a choice for the next visit. */
export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_NAME, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Loads the texts of a language. English is there from the start. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case "en":
      return en;
    case "tr":
      return (await import("./tr")).tr;
    case "ar":
      return (await import("./ar")).ar;
  }
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_NAME);
  } catch {
    return null;
  }
}

function languageOf(code: string | null): Language | undefined {
  const language = code?.toLowerCase().split("-")[0];
  return Object.keys(LANGUAGES).find((known): known is Language => known === language);
}
