import type { TextByLanguage } from "../configuration.ts";
import { clean } from "../realm.ts";

/** What screen readers are told. */
export interface Labels {
  /** The launcher's button while the widget is closed, and while it is open. */
  open: string;
  close: string;
  /** The content frame, and with it the launcher's. */
  title: string;
}

const ENGLISH: Labels = { open: "Open feedback", close: "Close", title: "Feedback" };
const TURKISH: Labels = { open: "Geri bildirimi aç", close: "Kapat", title: "Geri bildirim" };

/**
 * The labels in a language; the widget's own text for the closed button where it has one.
 *
 * @param language in lower case.
 */
export function labelsFor(language: string, texts: TextByLanguage | undefined): Labels {
  const labels = clean.String.prototype.startsWith.call(language, "tr") ? TURKISH : ENGLISH;
  return { open: textFor(language, texts) ?? labels.open, close: labels.close, title: labels.title };
}

/** A text in the language, else in English, else in the first that there is (specification, section 4.2). */
export function textFor(language: string, texts: TextByLanguage | undefined): string | undefined {
  if (!texts) return undefined;
  const first = clean.Object.keys(texts)[0] ?? "";
  return texts[language] || texts.en || texts[first] || undefined;
}
