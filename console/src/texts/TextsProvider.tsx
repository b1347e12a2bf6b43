import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { en, type TextKey, type Texts } from "./en";
import { format, type Values } from "./format";
import { directionOf, type Language, loadTexts, storeLanguage } from "./languages";
import { perOptions } from "./perLanguage";

interface State {
  language: Language;
  texts: Texts;
  choose: (language: Language) => void;
}

const timeFormat = perOptions(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
const numberFormat = perOptions(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

const AS_IT_IS = {} as const;
const DAY_AND_MINUTE = { dateStyle: "medium", timeStyle: "short" } as const;

const TextsContext = createContext<State>({ language: "en", texts: en, choose: () => {} });

/** Gives texts to what is in it, in a language that can be changed. */
export function TextsProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const [{ language, texts }, setState] = useState({ language: props.language, texts: props.texts });
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  const state = useMemo(() => {
    const choose = async (chosen: Language) => {
      // What cannot be loaded is not chosen: the texts stay as they are.
      const loaded = await loadTexts(chosen).catch(() => null);
      if (!loaded) return;
      storeLanguage(chosen);
      setState({ language: chosen, texts: loaded });
    };
    return { language, texts, choose };
  }, [language, texts]);
  return <TextsContext value={state}>{props.children}</TextsContext>;
}

/** Returns what gives a text by its key, with its places filled in ([`format`]). */
export function useText() {
  const { language, texts } = useContext(TextsContext);
  return useCallback(
    (key: TextKey, values: Values = {}) => format(texts[key], values, language),
    [language, texts],
  );
}

export type Text = ReturnType<typeof useText>;

/** Returns the language, and what changes it. */
export function useLanguage() {
  const { language, choose } = useContext(TextsContext);
  return { language, choose };
}

/** Returns what writes a time as the language does: by default the day and the minute, in the zone of this browser. */
export function useTimeFormat(options: Intl.DateTimeFormatOptions = DAY_AND_MINUTE) {
  const { language } = useContext(TextsContext);
  const format = timeFormat(language, options);
  return useCallback((time: string | number) => format.format(new Date(time)), [format]);
}

/** Returns what writes a number as the language does. */
export function useNumberFormat(options: Intl.NumberFormatOptions = AS_IT_IS) {
  const { language } = useContext(TextsContext);
  const format = numberFormat(language, options);
  return useCallback((number: number) => format.format(number), [format]);
}
