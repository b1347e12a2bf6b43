import type { LanguageView } from "../engine/types";

/** Returns a language's name: the flow's, or else what the browser calls it in that language, or else its code. */
export function nativeName({ code, name }: LanguageView): string {
  if (name.toLowerCase() !== code.toLowerCase()) return name;
  try {
    const native = new Intl.DisplayNames([code], { type: "language", fallback: "none" }).of(code);
    // Many languages write their own name in lower case, which looks wrong in a list of names.
    return native ? native.charAt(0).toLocaleUpperCase(code) + native.slice(1) : name;
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return name;
  }
}
