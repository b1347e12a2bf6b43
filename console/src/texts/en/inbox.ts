/** Texts of the inbox, in English. The comments say where. */
export const inbox = {} as const;
