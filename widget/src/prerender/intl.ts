import { NATIVE_NAMES, PLURAL_CATEGORIES } from "virtual:prerender-data";

/** Set when something was formatted that browsers may write otherwise. */
let used: string | undefined;

/** Notes what a component asked for, and fails: many have a substitute for codes that `Intl` does not know, which is not meant here. */
function refuse(what: string): never {
  used ??= what;
  throw new RangeError(what);
}

/**
 * Runs a function in which only those parts of `Intl` are there whose results are the same in every browser: the engine of the
 * server has none. Their tables come with the build.
 *
 * @throws if the function asked for another part, or for what is not in the tables.
 */
export function withoutIntl<T>(render: () => T): T {
  used = undefined;
  const replaced = SUBSTITUTES.map(([owner, name, value]) => {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    return () => (before ? Object.defineProperty(owner, name, before) : Reflect.deleteProperty(owner, name));
  });
  try {
    const result = render();
    if (used === undefined) return result;
  } catch (error) {
    if (used === undefined) throw error;
  } finally {
    for (const restore of replaced) restore();
  }
  throw new Error(`Only a browser can format this: ${used}.`);
}

class PluralRules {
  readonly #categories: string | undefined;

  constructor(code: string) {
    this.#categories = PLURAL_CATEGORIES[code];
  }

  select(number: number): string {
    const letter = Number.isInteger(number) ? this.#categories?.[number] : undefined;
    return (letter && CATEGORIES[letter]) || refuse("a plural form");
  }
}

/** By the first letters of their names, which differ. */
const CATEGORIES: Record<string, string> = { z: "zero", o: "one", t: "two", f: "few", m: "many", r: "other" };

class DisplayNames {
  readonly #code: string;

  constructor([code = ""]: string[]) {
    this.#code = code.toLowerCase();
  }

  of(): string {
    return NATIVE_NAMES[this.#code] ?? refuse("the name of a language");
  }
}

const SUBSTITUTES: [owner: object, name: string, value: unknown][] = [
  [
    globalThis,
    "Intl",
    new Proxy(
      { PluralRules, DisplayNames },
      { get: (known, name) => Reflect.get(known, name) ?? refuse(`Intl.${String(name)}`) },
    ),
  ],
  [Number.prototype, "toLocaleString", () => refuse("a number")],
  [Date.prototype, "toLocaleString", () => refuse("a date")],
];
