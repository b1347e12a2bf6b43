import { createTexts } from "../../texts/createTexts";
import { type TextOf, useTexts } from "../../texts/useText";
import { en } from "./en";

const resumeTextIn = createTexts("resume", en);

/** Returns the function that gives texts about a run that was left in the page's language. */
export function useResumeText(): TextOf<typeof en> {
  return useTexts(resumeTextIn);
}
