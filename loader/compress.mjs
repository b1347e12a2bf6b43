// Writes the forms in which the server sends built files: it compresses nothing itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Images and fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm)$/;

/** Writes a file also as `.br` and `.gz`, at the highest level. */
export function compressFile(path) {
  const content = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}

/** Returns a plugin of Vite that does so with each built file but those whose path in the build fits `notServed`. */
export function compressBuild(notServed) {
  let folder = "";
  return {
    name: "pulsen:compress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      for (const file of files.filter((file) => COMPRESSIBLE.test(file) && !notServed.test(file))) {
        const path = join(folder, file);
        if (!isCompressed(path)) compressFile(path);
      }
    },
  };
}

/** Returns whether another of the builds that write into the folder has done it. */
function isCompressed(path) {
  const forms = [".br", ".gz"].map((ending) => statSync(path + ending, { throwIfNoEntry: false }));
  const { mtimeMs } = statSync(path);
  return forms.every((form) => form && form.mtimeMs >= mtimeMs);
}
