import { useMemo } from "react";
import { useLanguage } from "../../texts/TextsProvider";

/** Returns what writes several things one after another, as the language does. */
export function useList(): (things: readonly string[]) => string {
  const { language } = useLanguage();
  return useMemo(() => {
    const list = new Intl.ListFormat(language, { type: "unit", style: "short" });
    return (things) => list.format(things);
  }, [language]);
}
