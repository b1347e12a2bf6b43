/** The key of the list of people. */
export const PEOPLE = "settings-people";
