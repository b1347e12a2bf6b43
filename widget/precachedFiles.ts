import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Sources that are not kept for every page: chats need the server, and kiosks, paces and languages are kept when they are used. */
const LEFT_OUT = /^src\/(chat|kiosk|pace|texts\/languages)\//;

/** An entry of Vite's manifest. */
interface Chunk {
  file: string;
  /** Named by pages themselves: the page's script, the sheet of dark pages. */
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

/** Returns the built files that a page may load, from its shell to the last style of question, as paths in the build. */
export function precachedFiles(dist: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
  const files = new Set<string>();
  const seen = new Set<string>();
  const open = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || LEFT_OUT.test(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    open.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  return [...files].sort();
}
