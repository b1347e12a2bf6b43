import { loadChunk } from "../basics/loadChunk";

/**
 * Loads the outbox's script.
 *
 * @throws {ChunkLoadError} when it cannot be loaded.
 */
export const loadOutbox = () => loadChunk("outbox", () => import("./index"));

/** Returns whether the outbox's script is there. */
export const hasOutbox = () =>
  loadOutbox().then(
    () => true,
    () => false,
  );
