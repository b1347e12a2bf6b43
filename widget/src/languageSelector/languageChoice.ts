import type { LanguageView } from "../engine/types";

/** The properties that all forms of the language selector share. */
export interface LanguageChoice {
  languages: LanguageView[];
  current: LanguageView;
  onPick: (code: string) => void;
}
