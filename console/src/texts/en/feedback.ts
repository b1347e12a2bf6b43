/** Texts of feedback: the list, one feedback, filters, in English. The comments say where. */
export const feedback = {} as const;
