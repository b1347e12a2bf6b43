import { directionOf } from "../language/direction";

/** Tells the browser, and with it screen readers, in which language and direction the page is read. */
export function setDocumentLanguage(language: string): void {
  document.documentElement.lang = language.toLowerCase();
  document.documentElement.dir = directionOf(language);
}
