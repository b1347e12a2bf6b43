import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ID = "virtual:prerender-data";

const LANGUAGES = join(import.meta.dirname, "src/texts/languages");

/** Texts name no larger numbers in a first view. */
const NUMBERS = Array.from({ length: 101 }, (_, number) => number);

/** The letters of plural categories, as `src/prerender/intl.ts` reads them: the first one, but `r` for `other`. */
const letterOf = (category: string) => (category === "other" ? "r" : category.charAt(0));

/**
 * Makes what first views need beside the components (`src/prerender/`): tables in place of `Intl`, which the engine of the server
 * does not have.
 */
export function prerenderData(): Plugin {
  return {
    name: "pulsen:prerender-data",
    resolveId: { filter: { id: /^virtual:prerender-data$/ }, handler: () => `\0${ID}` },
    load: {
      filter: { id: /virtual:prerender-data$/ },
      handler: () => {
        const data = { NATIVE_NAMES: nativeNames(), PLURAL_CATEGORIES: pluralCategories() };
        const lines = Object.entries(data).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return lines.join("\n");
      },
    },
  };
}

/** Returns the names of all languages with a code of two letters, and of those that have texts, each in that language. */
function nativeNames(): Record<string, string> {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const codes = [...letters.flatMap((first) => letters.map((second) => first + second)), ...codesOfTexts()];
  const names = codes.flatMap((code) => {
    const name = new Intl.DisplayNames([code], { type: "language", fallback: "none" }).of(code);
    // Of a language whose names `Intl` does not have it gives one in the language of the machine.
    return name && Intl.DisplayNames.supportedLocalesOf(code).length > 0 ? [[code, name]] : [];
  });
  return Object.fromEntries(names);
}

function pluralCategories(): Record<string, string> {
  const entries = codesOfTexts().map((code) => {
    const rules = new Intl.PluralRules(code);
    return [code, NUMBERS.map((number) => letterOf(rules.select(number))).join("")];
  });
  return Object.fromEntries(entries);
}

function codesOfTexts(): string[] {
  return readdirSync(LANGUAGES).map((file) => file.replace(/\.json$/, ""));
}
