/** Texts of the settings, in English. The comments say where. */
export const settings = {} as const;
