import type { Style } from "../engine/types";

/** The styles that are answered with uploaded files. */
export type UploadStyle = Extract<Style, "file" | "screenshot">;

const UPLOAD_STYLES: readonly string[] = ["file", "screenshot"] satisfies UploadStyle[];

/** Returns whether the questions of a style are answered with files. */
export function isUploadStyle(style: string): style is UploadStyle {
  return UPLOAD_STYLES.includes(style);
}
