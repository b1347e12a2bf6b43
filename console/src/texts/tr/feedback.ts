import type { feedback as english } from "../en/feedback";
import type { InLanguage } from "../types";

/** Texts of feedback: the list, one feedback, filters, in Turkish. */
export const feedback: InLanguage<typeof english> = {};
