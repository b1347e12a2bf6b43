import { createContext, use } from "react";
import { interfaceLanguage } from "./loadLanguage";
import { LanguageContext } from "./useText";

/** Whether the texts within are the interface's, where elsewhere the operator's stand. */
export const OwnTexts = createContext(false);

interface Props {
  children: string | undefined;
  className?: string;
}

/**
 * A text that the operator has written. It has its own direction, and names its language where that is not the
 * document's, because the interface has no texts in it (docs/languages.md#parts-in-another-language).
 */
export function ContentText({ children: text, className }: Props) {
  return (
    <bdi className={className} lang={useContentLanguage()}>
      {text}
    </bdi>
  );
}

/** Returns the language of what the operator has written, where it is not the document's. */
export function useContentLanguage(): string | undefined {
  const page = use(LanguageContext);
  const isOwn = use(OwnTexts);
  return isOwn || page === interfaceLanguage(page) ? undefined : page;
}
