/** Texts of channels: nodes and widgets, in English. The comments say where. */
export const channels = {} as const;
