/** Texts of the results of a flow, in English. The comments say where. */
export const results = {} as const;
