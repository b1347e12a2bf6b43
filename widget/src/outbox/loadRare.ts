import { loadChunk } from "../errors/loadChunk";

/** Loads what kept files and refused feedback need. @throws {ChunkLoadError} when it cannot be loaded. */
export const loadRare = () => loadChunk("outbox-rare", () => import("./rare"));
