import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { I18nProvider } from "react-aria-components";
import { en, type TextKey, type Texts } from "./en";
import { type Language, loadTexts, storeLanguage } from "./languages";

interface State {
  language: Language;
  texts: Texts;
  choose: (language: Language) => void;
}

const TextsContext = createContext<State>({ language: "en", texts: en, choose: () => {} });

/** Gives texts to what is in it, in a language that can be changed. */
export function TextsProvider(props: { language: Language; texts: Texts; children: ReactNode }) {
  const [{ language, texts }, setState] = useState({ language: props.language, texts: props.texts });
  useEffect(() => {
    document.documentElement.lang = language;
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
  return (
    <TextsContext value={state}>
      <I18nProvider locale={language}>{props.children}</I18nProvider>
    </TextsContext>
  );
}

/** Returns what gives a text by its key, with its placeholders filled in. */
export function useText() {
  const { texts } = useContext(TextsContext);
  return (key: TextKey, values: Record<string, string | number> = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** Returns the language, and what changes it. */
export function useLanguage() {
  const { language, choose } = useContext(TextsContext);
  return { language, choose };
}

/** Returns what writes a time as the language does. */
export function useTimeFormat() {
  const { language } = useContext(TextsContext);
  const format = useMemo(
    () => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
    [language],
  );
  return (time: string) => format.format(new Date(time));
}
