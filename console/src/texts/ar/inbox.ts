import type { inbox as english } from "../en/inbox";
import type { InLanguage } from "../types";

/** Texts of the inbox, in Arabic. */
export const inbox: InLanguage<typeof english> = {};
