// Makes all of the loader's files: the interaction, whose name the core contains, and then the builds of the core.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { coreBuilds, INTERACTION_BUILD } from "./builds.mjs";

const { output } = await build({ build: { ...INTERACTION_BUILD, emptyOutDir: true } });
const [{ fileName }] = output;
compress(`dist/${fileName}`);
for (const { define, build: options } of coreBuilds(fileName)) {
  await build({ define, build: { ...options, emptyOutDir: false } });
}

/** Writes the forms that the server sends. The core gets its own when a widget's configuration is in it. */
function compress(path) {
  const content = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
