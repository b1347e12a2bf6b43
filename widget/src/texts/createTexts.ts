/** What of a text is filled in: numbers, by the names in braces. */
export type TextParams = Record<string, number>;

/** The texts of one part of the application. */
export interface Texts<Key extends string> {
  /** Loads a language. Does nothing for one without a catalogue, or whose file does not come. */
  load(language: string): Promise<void>;
  /** A text in a language, or else in English, its numbers written as that language does. */
  text(language: string, key: Key, params?: TextParams): string;
}

/**
 * Makes texts of an English catalogue, which is always there, and of files in other languages that only their
 * readers load.
 *
 * A table and `Intl` instead of an i18n library: our texts have names in braces and nothing else, no plurals and
 * no markup, and a message runtime alone would weigh more than all catalogues.
 */
export function createTexts<Key extends string>(
  english: Record<Key, string>,
  loaders: Record<string, () => Promise<Record<Key, string>>>,
): Texts<Key> {
  const loaded = new Map([["en", english]]);
  return {
    async load(language) {
      const name = baseOf(language);
      const load = loaders[name];
      if (!load || loaded.has(name)) return;
      try {
        loaded.set(name, await load());
      } catch (error) {
        console.error(`The texts in ${name} could not be loaded; English stands in:`, error);
      }
    },

    text(language, key, params = {}) {
      const catalogue = loaded.get(baseOf(language)) ?? english;
      return catalogue[key].replace(/\{(\w+)\}/g, (name, param: string) => {
        const number = params[param];
        return number === undefined ? name : formatNumber(number, language);
      });
    },
  };
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
