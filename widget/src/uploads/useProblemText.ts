import { MAX_FILE_BYTES } from "./checkFile";
import { useUploadText } from "./texts/useUploadText";
import type { UploadProblem } from "./uploadItem";
import { useFormats } from "./useFormats";

/**
 * Returns the function that says in the page's language why a file cannot be uploaded.
 *
 * @param mostBytes the largest file that is taken.
 */
export function useProblemText(mostBytes = MAX_FILE_BYTES): (problem: UploadProblem) => string {
  const text = useUploadText();
  const { fileSize } = useFormats();
  return ({ key, count = 0 }) => text(key, { count, size: fileSize(mostBytes) });
}
