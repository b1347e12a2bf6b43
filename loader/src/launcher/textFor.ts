import { pristine } from "../basics/pristineGlobals.ts";
import type { TextByLanguage } from "../protocol/configuration.ts";

/** Returns the text for the language, or else for it without its region, for English, or the first text. */
export function textFor(language: string, texts: TextByLanguage | undefined): string | undefined {
  if (!texts) return undefined;
  const first = pristine.Object.keys(texts)[0] ?? "";
  return texts[language] || texts[withoutRegion(language)] || texts.en || texts[first] || undefined;
}

function withoutRegion(language: string): string {
  const split = pristine.String.prototype.split as (separator: string) => string[];
  return split.call(language, "-")[0] as string;
}
