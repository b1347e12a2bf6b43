import { UploadField } from "../uploads/parts/UploadField";
import type { QuestionProps } from "./questionProps";

/** Images and PDF documents of the visitor. */
export function FileQuestion(props: QuestionProps) {
  return <UploadField {...props} accepted="documents" />;
}
