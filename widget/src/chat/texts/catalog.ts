import { createTexts } from "../../texts/createTexts";
import { en } from "./en";

/** The keys of the chat's texts. They have catalogs of their own, which only the chat loads. */
export type ChatTextKey = keyof typeof en;

export const { load: loadChatCatalog, text: chatTextIn } = createTexts<ChatTextKey>(en, {
  tr: async () => (await import("./tr")).tr,
});
