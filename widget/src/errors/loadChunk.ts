/** How long a part of the application may take to come (specification, section 9). */
const TIMEOUT_MS = 120_000;

/**
 * Loads a part of the application that is a file of its own.
 *
 * @throws {ChunkLoadError} when it does not come, or does not run.
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
    // Browsers say it so when a module cannot be fetched.
    throw new ChunkLoadError(name, error instanceof TypeError ? "missing" : "other", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A part of the application did not come (specification, section 8). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";

  constructor(chunk: string, reason: "missing" | "timeout" | "other", options?: ErrorOptions) {
    super(`The part "${chunk}" of this page could not be loaded: ${reason}.`, options);
  }
}
