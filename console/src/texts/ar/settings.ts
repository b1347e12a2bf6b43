import type { settings as english } from "../en/settings";
import type { InLanguage } from "../types";

/** Texts of the settings, in Arabic. */
export const settings: InLanguage<typeof english> = {};
