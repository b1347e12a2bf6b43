import type { channels as english } from "../en/channels";
import type { InLanguage } from "../types";

/** Texts of channels: nodes and widgets, in Arabic. */
export const channels: InLanguage<typeof english> = {};
