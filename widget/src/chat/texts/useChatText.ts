import { use } from "react";
import { LanguageContext } from "../../texts/useText";
import { type ChatTextKey, chatTextIn } from "./catalog";

/** Returns a function that looks up the chat's texts in the page's language. */
export function useChatText(): (key: ChatTextKey) => string {
  const language = use(LanguageContext);
  return (key) => chatTextIn(language, key);
}
