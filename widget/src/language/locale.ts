/**
 * Returns the locale in which numbers and days of a language are written and read: that of the visitor's region, as long as their
 * browser names one of the page's language (`es-MX` for `es`), since `1,500` is fifteen hundred in Mexico and one and a half in Spain.
 * A language that has a region already keeps it. The engine's glue has the same rule, for answers within texts.
 *
 * @param preferred the languages of the browser, best first.
 */
export function localeOf(
  language: string,
  preferred: readonly string[] = typeof navigator === "undefined" ? [] : navigator.languages,
): string {
  try {
    const own = new Intl.Locale(language);
    const regional = preferred.find((code) => {
      const { language: base, region } = new Intl.Locale(code);
      // `zh-TW` is no region of `zh-hans`, nor `sr-Latn-RS` of `sr`.
      return base === own.language && region && scriptOf(code) === scriptOf(language);
    });
    return own.region ? language : (regional ?? language);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return language;
  }
}

function scriptOf(code: string): string | undefined {
  return new Intl.Locale(code).maximize().script;
}
