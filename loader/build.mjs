// Makes all of the loader's files: the modules, whose names the core contains, and then the builds of the core.
import { build } from "vite";
import { BUBBLE_BUILD, coreBuilds, INTERACTION_BUILD, LOOK_BUILD } from "./builds.mjs";
import { compressFile } from "./compress.mjs";

const interaction = await buildModule({ ...INTERACTION_BUILD, emptyOutDir: true });
const bubble = await buildModule({ ...BUBBLE_BUILD, emptyOutDir: false });
const look = await buildModule({ ...LOOK_BUILD, emptyOutDir: false });
for (const { define, build: options } of coreBuilds([interaction, bubble, look])) {
  await build({ define, build: { ...options, emptyOutDir: false } });
}

/** Returns the name of the module's file. The core is compressed when a widget's configuration is in it. */
async function buildModule(options) {
  const { output } = await build({ build: options });
  const [{ fileName }] = output;
  compressFile(`dist/${fileName}`);
  return fileName;
}
