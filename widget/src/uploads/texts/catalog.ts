import { addCatalogs } from "../../texts/catalog";
import { createTexts } from "../../texts/createTexts";
import { en } from "./en";

/** The keys of the texts about uploads. They have catalogs of their own, which only flows with uploads load. */
export type UploadTextKey = keyof typeof en;

const texts = createTexts<UploadTextKey>(en, {
  tr: async () => (await import("./tr")).tr,
});

addCatalogs(texts.load);

export const uploadTextIn = texts.text;
