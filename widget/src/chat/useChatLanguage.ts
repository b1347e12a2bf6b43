import { useEffect, useState } from "react";
import { loadCatalogue } from "../texts/catalogue";
import { loadChatCatalog } from "./texts/catalog";
import type { ChatDetail } from "./timeline/wire";

/**
 * The language that a chat speaks: the one asked for, or else that of the feedback it belongs to. Undefined until
 * it is known and its texts are there: nothing is shown in one language first and then in another.
 *
 * @param asked by the address, or by the flow that led here.
 * @param likely what to speak where the server does not say.
 */
export function useChatLanguage(
  detail: ChatDetail | undefined,
  asked: string | null | undefined,
  likely: string,
): string | undefined {
  const wanted = asked || (detail && (detail.creator_language_code || likely));
  const [language, setLanguage] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    void loadChatTexts(wanted).then(() => {
      if (isCurrent) setLanguage(wanted);
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return language;
}

/** The texts of the chat and of what is around it. */
export async function loadChatTexts(language: string): Promise<void> {
  await Promise.all([loadCatalogue(language), loadChatCatalog(language)]);
}
