import type { results as english } from "../en/results";
import type { InLanguage } from "../types";

/** Texts of the results of a flow, in Turkish. */
export const results: InLanguage<typeof english> = {};
