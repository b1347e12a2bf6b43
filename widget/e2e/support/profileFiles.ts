import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns whether a text is somewhere in the files of a folder, such as those of a browser's profile, in UTF-8 or UTF-16. */
export function isInFiles(folder: string, text: string): boolean {
  const patterns = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.some((entry) => {
    if (!entry.isFile()) return false;
    const content = contentOf(join(entry.parentPath, entry.name));
    return patterns.some((pattern) => content.includes(pattern));
  });
}

/** The browser may delete a file at any moment. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
