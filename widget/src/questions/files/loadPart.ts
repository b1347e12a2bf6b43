import { loadChunk } from "../../basics/loadChunk";

/** Loads the part for questions that are answered with files. @throws {ChunkLoadError} when it cannot be loaded. */
export function loadUploadsPart() {
  return loadChunk("uploads", () => import("./index"));
}
