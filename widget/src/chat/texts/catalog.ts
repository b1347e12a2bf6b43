import { createTexts } from "../../texts/createTexts";
import { loadLanguage } from "../../texts/loadLanguage";
import { en } from "./en";

/** The keys of the chat's texts, which only the chat loads. */
export type ChatTextKey = keyof typeof en;

export const chatTextIn = createTexts("chat", en);

/** Loads the chat's texts in a language. Returns whether the page continues without them for now. */
export function loadChatCatalog(language: string): Promise<boolean> {
  return loadLanguage("chat", language);
}
