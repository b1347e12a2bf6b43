/** Questions that are answered with files: a part with a script of its own, for the flows that have them. */
import { FileQuestion } from "../questions/FileQuestion";
import type { QuestionKind } from "../questions/questionProps";
import { ScreenshotQuestion } from "../questions/ScreenshotQuestion";
import uploadStyles from "../styles/lazy/uploads.css?inline";
import { adoptStyles } from "../theme/adoptStyles";

import type { UploadStyle } from "./styles";

export { connectServer, previewServer } from "./uploadServer";
export { createUploads } from "./uploads";

adoptStyles(uploadStyles);

/** The components of these styles. */
export const UPLOAD_KINDS: Record<UploadStyle, QuestionKind> = {
  file: FileQuestion,
  screenshot: ScreenshotQuestion,
};
