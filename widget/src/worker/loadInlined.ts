/** In place of `errors/loadChunk.ts`: the worker's parts are all in its one file, so that none can be late or missing. */
export function loadChunk<Part>(_name: string, load: () => Promise<Part>): Promise<Part> {
  return load();
}
