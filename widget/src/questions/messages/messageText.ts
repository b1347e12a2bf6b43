import { use } from "react";
import type { Message, QuestionElement } from "../../engine/types";
import { LanguageContext, TextsContext } from "../../texts/useText";

/**
 * Says in a language what is wrong with an answer, or with the page.
 *
 * @param question the one whose answer it is, with that answer.
 */
export type SayMessage = (language: string, message: Message, question?: QuestionElement) => string;

/** Comes with the engine, without which there is no message. */
let say: SayMessage = (_, { key }) => key;

/** Sets what says messages. */
export function setMessages(next: SayMessage): void {
  say = next;
}

/** Returns the function that says messages in the page's language. */
export function useMessageText(): (message: Message, question?: QuestionElement) => string {
  const language = use(LanguageContext);
  use(TextsContext);
  return (...of) => say(language, ...of);
}
