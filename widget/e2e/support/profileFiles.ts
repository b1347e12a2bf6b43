import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns whether a text is somewhere in the files of a folder, such as those of a browser's profile, in UTF-8 or UTF-16. */
export function isInFiles(folder: string, text: string): boolean {
  const patterns = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
  return filesIn(folder).some((path) => {
    const content = contentOf(path);
    return patterns.some((pattern) => content.includes(pattern));
  });
}

/** Returns the paths of all files in a folder. The browser may delete a folder in it at any moment. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? path : [];
    });
  } catch {
    return [];
  }
}

/** The browser may delete a file at any moment. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
