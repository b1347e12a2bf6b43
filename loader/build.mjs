// Makes all of the loader's builds.
import { build } from "vite";
import { LOADER_BUILDS } from "./builds.mjs";

for (const [index, { define, output }] of LOADER_BUILDS.entries()) {
  await build({ define, build: { emptyOutDir: index === 0, rolldownOptions: { output } } });
}
