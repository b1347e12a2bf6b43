import { createTexts } from "../../texts/createTexts";
import { en } from "./en";

/** The keys of the texts about uploads. The English ones are part of the uploads' script. */
export type UploadTextKey = keyof typeof en;

export const uploadTextIn = createTexts("uploads", en);
