// Makes all of the loader's files: the modules, whose names the core contains, and then the builds of the core.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { BUBBLE_BUILD, coreBuilds, INTERACTION_BUILD, LOOK_BUILD } from "./builds.mjs";

const interaction = await buildModule({ ...INTERACTION_BUILD, emptyOutDir: true });
const bubble = await buildModule({ ...BUBBLE_BUILD, emptyOutDir: false });
const look = await buildModule({ ...LOOK_BUILD, emptyOutDir: false });
for (const { define, build: options } of coreBuilds([interaction, bubble, look])) {
  await build({ define, build: { ...options, emptyOutDir: false } });
}

/** Returns the name of the module's file. */
async function buildModule(options) {
  const { output } = await build({ build: options });
  const [{ fileName }] = output;
  compress(`dist/${fileName}`);
  return fileName;
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
