import { en } from "./catalogs/en";
import { createTexts } from "./createTexts";
import { loadLanguage } from "./loadLanguage";
import type { TextKey } from "./textKeys";

export type { TextKey };

/** Returns one of the texts that every page may need. */
export const textIn = createTexts("page", en);

/**
 * Loads the texts in a language: of every page and of all parts but the chat, which has many and seldom appears. Returns
 * whether the page continues without them for now.
 */
export function loadCatalog(language: string): Promise<boolean> {
  return loadLanguage("page", language);
}
