export const CHROMIUM: string;
export const PARTITIONED_STORAGE: string;
