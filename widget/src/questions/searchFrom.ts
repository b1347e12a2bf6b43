/** From this number of options on, typing finds one sooner than the eye. */
export const SEARCH_FROM = 12;
