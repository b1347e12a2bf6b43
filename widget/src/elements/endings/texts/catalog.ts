import { createTexts } from "../../../texts/createTexts";
import { type TextOf, useTexts } from "../../../texts/useText";
import { en } from "./en";

const endingTextIn = createTexts("endings", en);

/** Returns the function that gives the texts of thank-you pages in the page's language. */
export function useEndingText(): TextOf<typeof en> {
  return useTexts(endingTextIn);
}
