import { textIn } from "../../texts/catalog";
import { messages } from "../../texts/catalogs/messages";
import { createTexts } from "../../texts/createTexts";
import type { AnswerMessageKey, TextKey } from "../../texts/textKeys";
import { type TextOf, useTexts } from "../../texts/useText";
import type { SayMessage } from "./messageText";
import { ownSentence } from "./ownSentence";

const messageIn = createTexts("page", messages);

/** Says what is wrong with an answer: in the question's own sentence where its style has one, else in the engine's. */
export const sayMessage: SayMessage = (language, message, question) => {
  const { key, params } = (question && ownSentence(message.key, question)) ?? message;
  return isOfAnswers(key) ? messageIn(language, key, params) : textIn(language, key, params);
};

function isOfAnswers(key: AnswerMessageKey | TextKey): key is AnswerMessageKey {
  return key in messages;
}

/** Returns the function that gives messages about answers in the page's language. */
export function useAnswerMessages(): TextOf<typeof messages> {
  return useTexts(messageIn);
}
