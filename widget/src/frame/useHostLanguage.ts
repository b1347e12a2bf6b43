import { useEffect, useState, useSyncExternalStore } from "react";
import { hasTexts } from "../texts/loadLanguage";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Returns the language that the host page has asked for with `PSN.setLanguage`, once its texts are there; `undefined`
 * while it has asked for none. Where there are no texts in a language, that before stays, as with a flow that does not
 * have it. For what has no languages of its own, unlike a flow.
 *
 * @param load loads the texts in a language; the same function at every rendering.
 */
export function useHostLanguage(
  loader: LoaderConnection,
  load: (language: string) => Promise<unknown>,
): string | undefined {
  const wanted = useSyncExternalStore(loader.listen, loader.wantedLanguage);
  const [language, setLanguage] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    void load(wanted).then(() => {
      if (!isCurrent) return;
      if (hasTexts(wanted)) setLanguage(wanted);
      else console.error(`PSN.setLanguage: there are no texts in "${wanted}".`);
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted, load]);
  return language;
}
