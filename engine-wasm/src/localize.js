// Writes a value as people do in a language. The forms are those of `LocalForm` in the engine, in its order.

const FORMS = [
  (language, number) => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(number),
  // A day has no time zone.
  (language, day) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)),
  (language, list) => new Intl.ListFormat(language).format(list.split("\n")),
];

export function localize(language, form, value) {
  try {
    return FORMS[form](language, value);
  } catch {
    // Not a day, or a code that `Intl` does not know: operators choose codes freely.
    return value.replaceAll("\n", ", ");
  }
}
