// Writes a value as people do in a language. The forms are those of `LocalForm` in the engine, in its order.

const FORMS = [
  (locale, number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(number),
  // A day has no time zone.
  (locale, day) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)),
  (locale, list) => new Intl.ListFormat(locale).format(list.split("\n")),
];

export function localize(language, form, value) {
  try {
    return FORMS[form](localeOf(language), value);
  } catch {
    // Not a day, or a code that `Intl` does not know: operators choose codes freely.
    return value.replaceAll("\n", ", ");
  }
}

// As `localeOf` of the widget, which cannot be imported here: an answer is shown as its field shows it.
function localeOf(language) {
  const own = new Intl.Locale(language);
  const regional = (globalThis.navigator?.languages ?? []).find((code) => {
    const { language: base, region } = new Intl.Locale(code);
    return base === own.language && region && scriptOf(code) === scriptOf(language);
  });
  return own.region ? language : (regional ?? language);
}

function scriptOf(code) {
  return new Intl.Locale(code).maximize().script;
}
