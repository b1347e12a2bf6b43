import type { QuestionProps } from "../props/questionProps";
import { UploadField } from "./UploadField";

/** Pictures of what the visitor sees: chosen, pasted or, where the browser allows it, captured. */
export function ScreenshotQuestion(props: QuestionProps) {
  return <UploadField {...props} accepted="images" offersCapture />;
}
