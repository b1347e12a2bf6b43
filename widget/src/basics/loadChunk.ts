/** How long a script may take to load (docs/constants.md#delays). */
const TIMEOUT_MS = 120_000;

/**
 * Loads a part of the application with a script of its own.
 *
 * @throws {ChunkLoadError} when the script cannot be loaded or fails.
 */
export async function loadChunk<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(name, "timeout")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    // Browsers throw a `TypeError` when a module cannot be fetched.
    throw new ChunkLoadError(name, error instanceof TypeError ? "missing" : "other", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A part of the application could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";

  constructor(chunk: string, reason: "missing" | "timeout" | "other", options?: ErrorOptions) {
    super(`The part "${chunk}" of this page could not be loaded: ${reason}.`, options);
  }
}
