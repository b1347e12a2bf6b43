import type { QuestionProps } from "../props/questionProps";
import { UploadField } from "./UploadField";

/** Images and PDF documents of the visitor. */
export function FileQuestion(props: QuestionProps) {
  return <UploadField {...props} accepted="documents" />;
}
