import { use } from "react";
import type { TextParams } from "../../texts/createTexts";
import { LanguageContext } from "../../texts/useText";
import { type UploadTextKey, uploadTextIn } from "./catalog";

/** Returns the function that gives texts about uploads in the page's language. */
export function useUploadText(): (key: UploadTextKey, params?: TextParams) => string {
  const language = use(LanguageContext);
  return (key, params) => uploadTextIn(language, key, params);
}
