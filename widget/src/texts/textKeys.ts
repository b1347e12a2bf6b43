import type { MessageKey } from "../engine/types";
import type { en } from "./catalogs/en";
import type { messages } from "./catalogs/messages";

/** The keys of the texts that every page may need. */
export type TextKey = keyof typeof en;

/** The keys of the messages about answers, which come with the engine. */
export type AnswerMessageKey = keyof typeof messages;

/** Does not compile unless the engine's messages are among them. */
export type MessagesAreTexts = Satisfies<TextKey | AnswerMessageKey, MessageKey>;

type Satisfies<Whole, Part extends Whole> = Part;
