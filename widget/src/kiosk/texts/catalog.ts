import { createTexts } from "../../texts/createTexts";
import { loadLanguage } from "../../texts/loadLanguage";
import { type TextOf, useTexts } from "../../texts/useText";
import { en } from "./en";

const kioskTextIn = createTexts("kiosk", en);

/** Returns the function that gives the texts of kiosk mode in the page's language. */
export function useKioskText(): TextOf<typeof en> {
  return useTexts(kioskTextIn);
}

/** Loads what a kiosk says in a language. */
export async function loadKioskTexts(language: string): Promise<void> {
  await Promise.all([loadLanguage("page", language), loadLanguage("kiosk", language)]);
}
