/** Numbers and texts for the placeholders of a text, by name. */
export type TextParams = Record<string, number | string>;

/** The texts of one part of the application. */
export interface Texts<Key extends string> {
  /** Loads a language's catalog. Does nothing where there is none or where it cannot be loaded. */
  load(language: string): Promise<void>;
  /** Returns a text in a language, or else in English, with numbers formatted for that language. */
  text(language: string, key: Key, params?: TextParams): string;
}

/**
 * Creates texts from the English catalog, which is part of the script, and from catalogs that are loaded when needed.
 *
 * A table and `Intl` instead of an i18n library: our texts have placeholders, and neither plurals nor markup. A message
 * runtime alone would weigh more than all catalogs.
 *
 * @param loaders load the catalogs, by language code in lower case. `zh-tw` may have a catalog beside `zh`.
 */
export function createTexts<Key extends string>(
  english: Record<Key, string>,
  loaders: Record<string, () => Promise<Record<Key, string>>>,
): Texts<Key> {
  const loaded = new Map([["en", english]]);
  return {
    async load(language) {
      const code = fallbacks(language).find((code) => Object.hasOwn(loaders, code) || loaded.has(code));
      if (!code || loaded.has(code)) return;
      try {
        const load = loaders[code];
        if (load) loaded.set(code, await load());
      } catch (error) {
        console.error(`The texts in ${code} could not be loaded; English is used instead:`, error);
      }
    },

    text(language, key, params = {}) {
      const code = fallbacks(language).find((code) => loaded.has(code)) ?? "en";
      const catalog = loaded.get(code) ?? english;
      return catalog[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const param = params[name];
        return typeof param === "number" ? formatNumber(param, language) : (param ?? placeholder);
      });
    },
  };
}

/** Returns a language code and the codes that may stand in for it, best first: `zh-hant-tw`, `zh-hant`, `zh`. */
function fallbacks(language: string): string[] {
  const subtags = language.toLowerCase().split("-");
  return subtags.map((_, at) => subtags.slice(0, subtags.length - at).join("-"));
}

function formatNumber(number: number, language: string): string {
  try {
    return number.toLocaleString(language);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return String(number);
  }
}
