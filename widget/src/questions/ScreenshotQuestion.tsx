import { UploadField } from "../uploads/parts/UploadField";
import type { QuestionProps } from "./questionProps";

/** Pictures of what the visitor sees: chosen, pasted or, where the browser allows it, captured. */
export function ScreenshotQuestion(props: QuestionProps) {
  return <UploadField {...props} accepted="images" offersCapture />;
}
