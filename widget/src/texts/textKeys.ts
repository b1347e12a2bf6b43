import type { MessageKey } from "../engine/types";
import type { en } from "./catalogs/en";

/** The keys of the texts that every page may need; the engine's messages are among them. */
export type TextKey = keyof typeof en | MessageKey;

/** All texts in one language. */
export type Catalog = Record<TextKey, string>;
