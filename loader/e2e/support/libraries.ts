import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const LOADER = resolve(import.meta.dirname, "../..");

/**
 * Where the libraries of hosts are installed, in the order in which they are looked for. Prototype and the part of
 * MooTools that is for browsers are on no npm registry; Debian has them (`.ci/setup`).
 */
const FOLDERS = [join(LOADER, "node_modules"), resolve(LOADER, "../node_modules"), "/usr/share/javascript"];

/**
 * Returns a file of a library that host pages use, such as `zone.js/bundles/zone.umd.js`.
 *
 * @throws if it is not installed.
 */
export function libraryFile(path: string): string {
  const file = FOLDERS.map((folder) => join(folder, path)).find(existsSync);
  if (!file) throw new Error(`${path} is in none of ${FOLDERS.join(", ")}.`);
  return file;
}

/** Returns the tag of a host that loads a library from its own site. */
export function libraryTag(path: string, attributes = ""): string {
  return path.endsWith(".css")
    ? `<link rel="stylesheet" href="/library/${path}">\n`
    : `<script src="/library/${path}"${attributes}></script>\n`;
}
