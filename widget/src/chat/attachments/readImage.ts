import { checkFile } from "../../uploads/checkFile";
import { isPhoto, preparePhoto } from "../../uploads/preparePhoto";
import type { UploadProblem } from "../../uploads/uploadItem";
import type { ChatFile } from "../timeline/pendingMessages";

/**
 * Returns an image with its size in pixels, a photo as it is prepared for an upload, or why it cannot be sent, as far as the browser
 * knows: the server decides.
 *
 * @param mostBytes the largest file that the server takes.
 */
export async function readImage(chosen: File, mostBytes: number): Promise<ChatFile | UploadProblem> {
  const file = isPhoto(chosen) ? await preparePhoto(chosen) : chosen;
  const problem = checkFile(file, "images");
  if (problem) return problem;
  if (file.size > mostBytes) return { key: "too_large" };
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    return { blob: file, name: file.name, width, height };
  } catch {
    return { key: "invalid_file" };
  } finally {
    URL.revokeObjectURL(address);
  }
}
