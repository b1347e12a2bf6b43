/** Questions that are answered with files: a part with a script of its own, for the flows that have them. */

import uploadStyles from "../../styles/lazy/uploads.css?inline";
import { adoptStyles } from "../../theme/adoptStyles";
import type { UploadStyle } from "../../uploads/styles";
import type { QuestionKind } from "../props/questionProps";
import { FileQuestion } from "./FileQuestion";
import { ScreenshotQuestion } from "./ScreenshotQuestion";

export { connectServer, previewServer } from "../../uploads/uploadServer";
export { createUploads } from "../../uploads/uploads";

adoptStyles(uploadStyles);

/** The components of these styles. */
export const UPLOAD_KINDS: Record<UploadStyle, QuestionKind> = {
  file: FileQuestion,
  screenshot: ScreenshotQuestion,
};
