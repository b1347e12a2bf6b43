import { useEffect, useState } from "react";
import { loadCatalog } from "../../texts/catalog";
import type { ChatDetail } from "../timeline/wire";
import { loadChatCatalog } from "./catalog";

/**
 * Returns a chat's language: the requested one, or else that of its feedback. `undefined` until it is known and its
 * texts are loaded, so that the page never changes its language while loading.
 *
 * @param requested by the address, or by the flow that led to the chat.
 * @param fallback used where the feedback has no language.
 */
export function useChatLanguage(
  detail: ChatDetail | undefined,
  requested: string | null | undefined,
  fallback: string,
): string | undefined {
  const wanted = requested || (detail && (detail.creator_language_code || fallback));
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

/** Loads the texts of the chat and of the page around it. Returns whether the page continues without some of them for now. */
export async function loadChatTexts(language: string): Promise<boolean> {
  const areLate = await Promise.all([loadCatalog(language), loadChatCatalog(language)]);
  return areLate.includes(true);
}
