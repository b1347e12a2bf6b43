import { directionOf } from "../language/direction";

/** Sets the language and the text direction of the document, which also screen readers use. */
export function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language.toLowerCase();
  document.documentElement.dir = directionOf(language);
}
