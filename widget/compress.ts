import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Images and fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm)$/;

/** What the server uses itself. */
const NOT_SERVED = /^(\..*|early\.js|prerender\.js)$/;

/** Writes each built file also as `.br` and `.gz`, at the highest level: the server compresses nothing. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "pulsen:compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      for (const file of files.filter((file) => COMPRESSIBLE.test(file) && !NOT_SERVED.test(file))) {
        const path = join(folder, file);
        if (isCompressed(path)) continue;
        const bytes = readFileSync(path);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** Returns whether another of the builds that write into the folder has done it. */
function isCompressed(path: string): boolean {
  const forms = [".br", ".gz"].map((ending) => statSync(path + ending, { throwIfNoEntry: false }));
  const { mtimeMs } = statSync(path);
  return forms.every((form) => form && form.mtimeMs >= mtimeMs);
}
