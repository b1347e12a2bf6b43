import type { MessageKey } from "../engine/types";
import { en } from "./catalogues/en";

/** The names of all texts of this application; the engine's messages are among them. */
export type TextKey = keyof typeof en | MessageKey;

/** All texts in one language. */
export type Catalogue = Record<TextKey, string>;

/** What of a catalogue's text is filled in: numbers, by the names in braces. */
export type TextParams = Record<string, number>;

/**
 * The languages beside English, each a file of its own that only its readers load.
 *
 * A table and `Intl` instead of an i18n library: our texts have names in braces and nothing else, no plurals and
 * no markup, and a message runtime alone would weigh more than both catalogues.
 */
const LOADERS: Record<string, () => Promise<Catalogue>> = {
  tr: async () => (await import("./catalogues/tr")).tr,
};

/** English is always there: it is also what is shown when a language's file does not come. */
const loaded = new Map<string, Catalogue>([["en", en]]);

/** Loads the texts of a language. Does nothing for one without a catalogue, or whose file does not come. */
export async function loadCatalogue(language: string): Promise<void> {
  const name = baseOf(language);
  const load = LOADERS[name];
  if (!load || loaded.has(name)) return;
  try {
    loaded.set(name, await load());
  } catch (error) {
    console.error(`The texts in ${name} could not be loaded; English stands in:`, error);
  }
}

/** A text in a language, or else in English, its numbers written as that language does. */
export function textIn(language: string, key: TextKey, params: TextParams = {}): string {
  const catalogue = loaded.get(baseOf(language)) ?? en;
  return catalogue[key].replace(/\{(\w+)\}/g, (name, param: string) => {
    const number = params[param];
    return number === undefined ? name : formatNumber(number, language);
  });
}

function formatNumber(number: number, language: string): string {
  try {
    return number.toLocaleString(language);
  } catch {
    // Not a language that `Intl` knows: codes are the operator's own words.
    return String(number);
  }
}

/** `tr-TR` is read from the catalogue of `tr`. */
function baseOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}
