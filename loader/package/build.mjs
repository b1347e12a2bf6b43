// Builds the npm package: modules for browsers and bundlers, and their types. `npm publish` in this folder sends what is
// in `dist`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));

await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    target: "es2020",
    minify: false,
    lib: { entry: { index: "src/index.ts", react: "src/react/index.ts" }, formats: ["es"] },
    rolldownOptions: {
      external: ["react"],
      // Frameworks that render on servers have to be told which modules are for browsers.
      output: { banner: ({ name }) => (name === "react" ? '"use client";' : "") },
    },
  },
});
const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("@typescript/native/package.json")));
execFileSync(process.execPath, [compiler, "-p", root], { stdio: "inherit" });
