import type { MessageKey } from "../engine/types";
import type { en } from "./catalogs/en";

/** The keys of the texts that every page may need. */
export type TextKey = keyof typeof en;

/** Does not compile unless the engine's messages are among them. */
export type MessagesAreTexts = Satisfies<TextKey, MessageKey>;

type Satisfies<Whole, Part extends Whole> = Part;
