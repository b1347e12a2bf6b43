import aliases from "./aliases.json";

/**
 * Returns the codes whose texts may be used for a language, best first: the whole code, then without its last parts
 * (`pt-br`, `pt`). Other codes of a language count as the one that its texts have (docs/languages.md#codes). The server
 * has the same rule.
 */
export function fallbacksOf(language: string): string[] {
  const whole = language.toLowerCase();
  const [base = "", ...rest] = (aliasIn(aliases.codes, whole) ?? whole).split("-");
  const subtags = [aliasIn(aliases.languages, base) ?? base, ...rest];
  return subtags.map((_, at) => subtags.slice(0, subtags.length - at).join("-"));
}

function aliasIn(map: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
