import type { MessageKey } from "../engine/types";
import { en } from "./catalogues/en";
import { createTexts } from "./createTexts";

/** The names of all texts that every page may need; the engine's messages are among them. */
export type TextKey = keyof typeof en | MessageKey;

/** All of them in one language. */
export type Catalogue = Record<TextKey, string>;

export const { load: loadCatalogue, text: textIn } = createTexts<TextKey>(en, {
  tr: async () => (await import("./catalogues/tr")).tr,
});
