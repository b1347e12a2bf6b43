/**
 * Returns the codes under which a text may be found, from the most specific one: `zh-hant-tw`, `zh-hant`, `zh`. A
 * language never falls back to another region: `zh-tw` is not read as `zh-hans` (docs/engine.md#languages).
 */
export function languageFallbacks(language: string): string[] {
  const subtags = language.toLowerCase().split("-");
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join("-"));
}
