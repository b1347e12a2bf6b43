import { fallbacksOf } from "../language/fallbacks";
import type { Part, Sections } from "./languageFiles";
import type { TranslatedText } from "./textTypes";

/** What has been loaded: the sections of each language by its code. */
const loaded = new Map<string, Sections>();

/** The parts that have been loaded, as `part code`. */
const parts = new Set<string>();

/**
 * Loads the texts in a language, or in the one that stands for it. Does nothing where there is none; where they cannot
 * be loaded, the texts stay English.
 */
export async function loadLanguage(part: Part, language: string): Promise<void> {
  const codes = fallbacksOf(language);
  // English is part of the script.
  if (codes.at(-1) === "en") return;
  try {
    const { LANGUAGE_FILES } = await import("./languageFiles");
    for (const code of codes) {
      const load = LANGUAGE_FILES[part][`./languages/${code}.json`];
      if (!load) continue;
      if (parts.has(`${part} ${code}`)) return;
      const { default: sections } = await load();
      parts.add(`${part} ${code}`);
      loaded.set(code, { ...loaded.get(code), ...sections });
      return;
    }
  } catch (error) {
    console.error(`The texts in ${language} could not be loaded; English is used instead:`, error);
  }
}

/** Returns whether there are texts in a language, or in the one that stands for it, as far as they have been loaded. */
export function hasTexts(language: string): boolean {
  return fallbacksOf(language).some((code) => code === "en" || loaded.has(code));
}

/** Returns the language of the interface's texts on a page: English where there are none in the page's. */
export function interfaceLanguage(page: string): string {
  return hasTexts(page) ? page : "en";
}

/** Returns a text in a language, or in the one that stands for it, with that one's code; `undefined` for English. */
export function findText(
  language: string,
  section: string,
  key: string,
): { code: string; text: TranslatedText } | undefined {
  for (const code of fallbacksOf(language)) {
    const text = loaded.get(code)?.[section]?.[key];
    if (text !== undefined) return { code, text };
  }
  return undefined;
}
