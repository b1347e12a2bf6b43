/** Returns the id before or after another one; at first, that of the first. */
export function neighbor(ids: readonly string[], id: string | undefined, by: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? (by === 1 ? ids[0] : undefined) : ids[at + by];
}
