import { createTexts } from "../../texts/createTexts";
import { loadLanguage } from "../../texts/loadLanguage";
import { en } from "./en";

/** Returns one of the texts beside a question that is shown alone. */
export const paceTextIn = createTexts("pace", en);

/** Loads them in a language. */
export async function loadPaceTexts(language: string): Promise<void> {
  await loadLanguage("pace", language);
}
