import { cachePrefix } from "../offline/folder";

/** The names of what the worker keeps. All begin alike, so that the server can have it removed. */
const PREFIX = cachePrefix();
export const PAGES = `${PREFIX}pages`;
/** Files of any version that are loaded on use, such as languages. */
export const FILES = `${PREFIX}files`;
/** Logos, style sheets and fonts of nodes. */
export const OF_NODES = `${PREFIX}of-nodes`;
/** Followed by a version of the application. */
export const VERSION_PREFIX = `${PREFIX}version-`;

/** Most entries of each (docs/constants.md#limits). */
const MOST_ENTRIES: Record<string, number> = { [PAGES]: 20, [FILES]: 60, [OF_NODES]: 40 };

/** Keeps a response, and forgets those that were kept the longest time ago, beyond the number that there is room for. */
export async function keep(name: string, key: string, response: Response): Promise<void> {
  const cache = await caches.open(name);
  // Replaces the one before, so that at no moment there is none, and moves the entry to the end.
  await cache.put(key, response);
  await trim(name);
}

/** Forgets the oldest entries beyond the number that there is room for. */
export async function trim(name: string): Promise<void> {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  const surplus = keys.slice(0, Math.max(0, keys.length - (MOST_ENTRIES[name] ?? keys.length)));
  await Promise.all(surplus.map((key) => cache.delete(key, { ignoreVary: true })));
}

/** Finds a kept response; `undefined` where there is none, or where the browser does not give it. */
export async function find(key: string, name?: string): Promise<Response | undefined> {
  const options = { ignoreVary: true, ...(name && { cacheName: name }) };
  return caches.match(key, options).catch(() => undefined);
}
