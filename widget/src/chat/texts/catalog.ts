import { createTexts } from "../../texts/createTexts";
import { loadLanguage } from "../../texts/loadLanguage";
import { en } from "./en";

/** The keys of the chat's texts, which only the chat loads. */
export type ChatTextKey = keyof typeof en;

export const chatTextIn = createTexts("chat", en);

/** Loads the chat's texts in a language. */
export async function loadChatCatalog(language: string): Promise<void> {
  await loadLanguage("chat", language);
}
