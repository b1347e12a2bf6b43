import { PrecacheController } from "workbox-precaching/PrecacheController";
import { folder } from "../offline/folder";
import { find, PAGES, VERSION_PREFIX } from "./keptResponses";

/** The files of this version of the application, relative to its folder, and its name, a hash of them. Filled in by the build. */
declare const PRECACHED_FILES: string[];
declare const VERSION: string;

/** Most versions whose files are kept, this one included (docs/constants.md#limits). */
const MOST_VERSIONS = 3;

const FOLDER = folder();

/** The page for visitors without a connection. */
const OFFLINE = `${FOLDER}offline`;

const OWN_CACHE = VERSION_PREFIX + VERSION;

const precache = new PrecacheController({ cacheName: OWN_CACHE });
const ownFiles = PRECACHED_FILES.map((file) => FOLDER + file);
precache.addToCacheList(ownFiles.map((url) => ({ url, revision: null })));

/** Loads this version: its files, and the page for the time without a connection. */
export async function installVersion(event: ExtendableEvent): Promise<void> {
  await precache.install(event);
  await keepOfflinePage(OFFLINE);
}

/** Loads what the browser, or its user, has removed of this version while the worker stayed. */
export async function restoreVersion(): Promise<void> {
  const cache = await caches.open(OWN_CACHE);
  const isMissing = await Promise.all(ownFiles.map(async (file) => !(await find(file, OWN_CACHE))));
  await cache.addAll(ownFiles.filter((_, index) => isMissing[index]));
  if (!(await find(OFFLINE, OWN_CACHE))) await keepOfflinePage(OFFLINE);
}

/** Keeps the page for visitors without a connection, also in the language of a link. */
export async function keepOfflinePage(path: string): Promise<void> {
  const response = await fetch(path);
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}.`);
  await (await caches.open(OWN_CACHE)).put(path, response);
}

/** Returns the address of that page in the language that a link names. */
export function offlinePath(language: string): string {
  return `${OFFLINE}?lang=${encodeURIComponent(language)}`;
}

/** Returns that page in the language of a link if it is kept, else in that of the browser. */
export async function offlinePage(language: string | null): Promise<Response | undefined> {
  const inLanguage = language ? await find(offlinePath(language), OWN_CACHE) : undefined;
  return inLanguage ?? find(OFFLINE, OWN_CACHE);
}

/** Returns whether a page of these files is of this version. */
export function isOwnVersion(files: string[]): boolean {
  return files.every((file) => ownFiles.includes(new URL(file, location.href).pathname));
}

/**
 * Removes the files of versions that no kept page needs. A page that was kept with an older version still opens with
 * the files of that one.
 */
export async function removeOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(VERSION_PREFIX) && name !== OWN_CACHE);
  const newestFirst = names.reverse();
  const needed = new Set<string>();
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    const files = await namedFiles(await pages.match(request, { ignoreVary: true }));
    if (isOwnVersion(files)) continue;
    const candidates = newestFirst.slice(0, MOST_VERSIONS - 1);
    const name = await findAsync(candidates, (candidate) => hasAll(candidate, files));
    if (name) needed.add(name);
    // Without its files it would not open.
    else await pages.delete(request, { ignoreVary: true });
  }
  await Promise.all(names.filter((name) => !needed.has(name)).map((name) => caches.delete(name)));
}

/** Returns the scripts and style sheets that a page names for every visitor. Those of its language are kept apart. */
async function namedFiles(page: Response | undefined): Promise<string[]> {
  const html = (await page?.text()) ?? "";
  const tags = html.match(/<(script|link rel="stylesheet")[^>]+>/g) ?? [];
  return tags.flatMap((tag) => /(?:src|href)="(?:\.\/)?(assets\/[^"]+)"/.exec(tag)?.[1] ?? []);
}

async function hasAll(name: string, files: string[]): Promise<boolean> {
  const found = await Promise.all(files.map((file) => find(file, name)));
  return found.every((response) => response);
}

async function findAsync<Item>(items: Item[], matches: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await matches(item)) return item;
  return undefined;
}
