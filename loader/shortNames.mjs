// Names that begin with an underscore stay within the loader: properties of its own objects, and types of its events and
// effects. The build shortens them (docs/widget.md#parts-of-the-loader).
import { readdirSync, readFileSync } from "node:fs";

/**
 * The name cache of the minifier. It is kept, because the two parts are built one by one and an older core meets a newer
 * interaction. Nobody edits it: `npm test -w loader -- -u` adds new names.
 */
const KEPT = new URL("shortNames.json", import.meta.url);
const SOURCES = new URL("src/", import.meta.url);

/** None is the name of what the loader uses of the browser or gives to the host: `q` is the host's. */
const LETTERS = "abcdefghijklmnoprstuvwABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Returns all names with their short forms. A name keeps its form while the version stays the same, even if it is in no source
 * any more: an older core may have it.
 *
 * @param version that of the interface between the two parts.
 */
export function readShortNames(version) {
  const kept = JSON.parse(readFileSync(KEPT, "utf8"));
  const names = kept.version === version ? kept.names : {};
  let count = Object.keys(names).length;
  for (const name of namesByUse()) names[name] ??= shortForm(count++);
  return { version, names };
}

/** Returns the names in the sources, beginning with those that are used most, because only some become a single letter. */
function namesByUse() {
  const uses = new Map();
  for (const path of readdirSync(SOURCES, { recursive: true })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts")) continue;
    for (const [name] of readFileSync(new URL(path, SOURCES), "utf8").matchAll(/\b_[a-z]\w*/g)) {
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  return [...uses.keys()].sort((a, b) => uses.get(b) - uses.get(a) || (a < b ? -1 : 1));
}

function shortForm(index) {
  return "$".repeat(index / LETTERS.length) + LETTERS[index % LETTERS.length];
}
