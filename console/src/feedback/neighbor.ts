/** Returns the id before or after another one; at first, that of the first. */
export function neighbor(ids: readonly string[], id: string | undefined, by: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? (by === 1 ? ids[0] : undefined) : ids[at + by];
}

/** What a list is loaded on with. */
interface LoadedList {
  ids: readonly string[];
  hasMore: boolean;
}

/** Returns the id after another one; of a list that ends with this one, what follows is loaded first. A part may be empty though more follows. */
export async function nextNeighbor(
  list: LoadedList,
  id: string | undefined,
  loadMore: () => Promise<LoadedList>,
): Promise<string | undefined> {
  let { ids, hasMore } = list;
  let next = neighbor(ids, id, 1);
  while (next === undefined && hasMore) {
    ({ ids, hasMore } = await loadMore());
    next = neighbor(ids, id, 1);
  }
  return next;
}
