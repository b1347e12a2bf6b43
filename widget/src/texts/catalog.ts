import { en } from "./catalogs/en";
import { createTexts } from "./createTexts";
import type { TextKey } from "./textKeys";

export type { TextKey };

export const { load: loadCatalog, text: textIn } = createTexts<TextKey>(en, {
  tr: async () => (await import("./catalogs/tr")).tr,
});
