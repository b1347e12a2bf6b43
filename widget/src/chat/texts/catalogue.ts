import { createTexts } from "../../texts/createTexts";
import { en } from "./en";

/** The names of the chat's own texts: a file of their own, so that who only answers a flow does not load them. */
export type ChatTextKey = keyof typeof en;

export type ChatCatalogue = Record<ChatTextKey, string>;

export const { load: loadChatCatalogue, text: chatTextIn } = createTexts<ChatTextKey>(en, {
  tr: async () => (await import("./tr")).tr,
});
