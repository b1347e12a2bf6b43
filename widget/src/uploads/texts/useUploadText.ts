import { type TextOf, useTexts } from "../../texts/useText";
import { uploadTextIn } from "./catalog";
import type { en } from "./en";

/** Returns the function that gives texts about uploads in the page's language. */
export function useUploadText(): TextOf<typeof en> {
  return useTexts(uploadTextIn);
}
