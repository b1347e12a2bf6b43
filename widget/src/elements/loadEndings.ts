import { loadChunk } from "../basics/loadChunk";

/** Loads the components that only thank-you pages have. @throws {ChunkLoadError} when they cannot be loaded. */
export const loadEndings = () => loadChunk("endings", () => import("./endings"));
