import { type TextOf, useTexts } from "../../texts/useText";
import { chatTextIn } from "./catalog";
import type { en } from "./en";

/** Returns the function that gives the chat's texts in the page's language. */
export function useChatText(): TextOf<typeof en> {
  return useTexts(chatTextIn);
}
