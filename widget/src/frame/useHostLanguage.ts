import { useEffect, useState } from "react";
import { useStore } from "../basics/useStore";
import { hasTexts, onTexts } from "../texts/loadLanguage";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Returns the language that the host page has asked for with `PSN.setLanguage`, once its texts are there; `undefined`
 * while it has asked for none. Where there are no texts in a language, that before stays, as with a flow that does not
 * have it. For what has no languages of its own, unlike a flow.
 *
 * @param load loads the texts in a language, and returns whether they are late; the same function at every rendering.
 */
export function useHostLanguage(
  loader: LoaderConnection,
  load: (language: string) => Promise<boolean>,
): string | undefined {
  const wanted = useStore(loader.listen, loader.wantedLanguage);
  const [language, setLanguage] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let stop = () => {};
    let isCurrent = true;
    const show = () => hasTexts(wanted) && setLanguage(wanted);
    void load(wanted).then((isLate) => {
      if (!isCurrent) return;
      show();
      if (isLate) stop = onTexts(show);
      else if (!hasTexts(wanted)) console.error(`PSN.setLanguage: there are no texts in "${wanted}".`);
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [wanted, load]);
  return language;
}
