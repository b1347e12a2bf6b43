import { questions } from "./catalogs/questions";
import { createTexts } from "./createTexts";
import { type TextOf, useTexts } from "./useText";

const textIn = createTexts("page", questions);

/** Gives the texts of questions that few flows have. */
export type QuestionTextOf = TextOf<typeof questions>;

/** Returns the function that gives texts of questions that few flows have, in the page's language. */
export function useQuestionText(): QuestionTextOf {
  return useTexts(textIn);
}
