import { isLate } from "../basics/isLate";
import { createListeners } from "../basics/listeners";
import { loadChunk } from "../basics/loadChunk";
import { fallbacksOf } from "../language/fallbacks";
import type { Part, Sections } from "./languageFiles";
import type { TranslatedText } from "./textTypes";

/** What has been loaded: the sections of each language by its code. */
const loaded = new Map<string, Sections>();

/** Whether each load that has not failed is late, by part and language as asked for. */
const loads = new Map<string, Promise<boolean>>();

const listeners = createListeners();
let version = 0;

/** Calls `listener` whenever texts have been loaded. Returns the function that stops it. */
export const onTexts = listeners.add;

/** Returns a number that is another one whenever texts have been loaded. */
export const textsVersion = (): number => version;

/**
 * Loads the texts in a language, or in its fallback language, and waits for them a while. Does nothing where there are
 * none; until they come, and where they cannot be loaded, the texts are English.
 *
 * @returns whether they are still on their way.
 */
export function loadLanguage(part: Part, language: string): Promise<boolean> {
  const key = `${part} ${language}`;
  const known = loads.get(key);
  if (known) return known;
  const end = loadTexts(part, language).then(
    () => void loads.set(key, Promise.resolve(false)),
    (error) => {
      // The next occasion tries again.
      loads.delete(key);
      console.error(`The texts in ${language} could not be loaded; English is used instead:`, error);
    },
  );
  const late = isLate(end);
  loads.set(key, late);
  return late;
}

async function loadTexts(part: Part, language: string): Promise<void> {
  const codes = fallbacksOf(language);
  // English is part of the script.
  if (codes.at(-1) === "en") return;
  const { LANGUAGE_FILES } = await loadChunk("languages", () => import("./languageFiles"));
  for (const code of codes) {
    const load = LANGUAGE_FILES[part][`./languages/${code}.json`];
    if (!load) continue;
    const { default: sections } = await loadChunk(`${code}.${part}`, load);
    return addTexts(code, sections);
  }
}

/** Adds the texts of a language. */
export function addTexts(code: string, sections: Sections): void {
  loaded.set(code, { ...loaded.get(code), ...sections });
  version += 1;
  listeners.notify();
}

/** Returns whether there are texts in a language, or in its fallback language, as far as they have been loaded. */
export function hasTexts(language: string): boolean {
  return fallbacksOf(language).some((code) => code === "en" || loaded.has(code));
}

/** Returns the language of the interface's texts on a page: English where there are none in the page's. */
export function interfaceLanguage(page: string): string {
  return hasTexts(page) ? page : "en";
}

/** Returns a text in a language, or in its fallback language, with that one's code; `undefined` for English. */
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
