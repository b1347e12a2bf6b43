export const CHROMIUM: string;
export const HEADLESS_CHROMIUM: string;
export const PARTITIONED_STORAGE: string;
