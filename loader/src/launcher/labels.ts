import type { TextByLanguage } from "../configuration.ts";
import { pristine } from "../pristineGlobals.ts";

/** The accessible names of the launcher and the frames. */
export interface Labels {
  /** The round button while the widget is closed, if the widget has no text of its own. */
  open: string;
  /** The button while the widget is open. */
  close: string;
  /** Both frames. */
  title: string;
}

const ENGLISH: Labels = { open: "Open feedback", close: "Close", title: "Feedback" };
const TURKISH: Labels = { open: "Geri bildirimi aç", close: "Kapat", title: "Geri bildirim" };

/**
 * Returns the labels in a language (docs/widget.md#interface-languages).
 *
 * @param language in lower case, such as `pt-br`.
 */
export function labelsFor(language: string): Labels {
  return withoutRegion(language) === "tr" ? TURKISH : ENGLISH;
}

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
