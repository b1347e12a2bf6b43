/** The key of the list of tokens. */
export const TOKENS = "settings-tokens";
