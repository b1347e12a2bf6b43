import { directionOf } from "../language/direction";
import { interfaceLanguage } from "../texts/loadLanguage";

/**
 * Sets the language and the text direction of the document, which also screen readers use. The language is that of the
 * interface, whose texts also name things that are not seen. Those of the flow name theirs where it is another one.
 */
export function setDocumentLanguage(language: string): void {
  document.documentElement.lang = interfaceLanguage(language).toLowerCase();
  document.documentElement.dir = directionOf(language);
}
