import { createContext, use } from "react";
import { directionOf } from "../language/direction";
import { interfaceLanguage } from "./loadLanguage";
import { LanguageContext, TextsContext } from "./useText";

/** Whether the texts within are the interface's, where elsewhere the operator's stand. */
export const OwnTexts = createContext(false);

/** The languages of those of an element's texts that are not there in the page's, by text (docs/engine.md#view). */
export const OtherLanguages = createContext<Record<string, string> | undefined>(undefined);

interface Props {
  children: string | undefined;
  /** The whole text, where it is shown in parts. */
  partOf?: string | undefined;
  className?: string;
}

/**
 * A text that the operator has written. It has its own direction, and names its language where that is not the
 * document's (docs/languages.md#parts-in-another-language).
 */
export function ContentText({ children: text, partOf = text, className }: Props) {
  return (
    <bdi className={className} {...useContentLanguage(partOf)}>
      {text}
    </bdi>
  );
}

/** Returns the attributes of what shows a text of the operator's: its language where that is not the document's. */
export function useContentLanguage(text = "") {
  const page = use(LanguageContext);
  const others = use(OtherLanguages);
  const isOwn = use(OwnTexts);
  // The interface may get its texts in the page's language late.
  use(TextsContext);
  if (isOwn) return {};
  const other = others && Object.hasOwn(others, text) ? others[text] : undefined;
  const language = other ?? page;
  return {
    lang: language === interfaceLanguage(page) ? undefined : language,
    // What its first letter says can be wrong, and the page's direction is.
    dir: other && directionOf(other) !== directionOf(page) ? directionOf(other) : undefined,
  };
}
