import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { compress } from "./compress.ts";
import { precachedFiles } from "./precachedFiles.ts";

const DIST = join(import.meta.dirname, "dist");

const files = precachedFiles(DIST);
const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);

/** Builds the service worker, which names the files of the other build. */
export default defineConfig({
  plugins: [listPrecachedFiles(), compress()],
  publicDir: false,
  define: {
    // Workbox has longer messages for developers.
    "process.env.NODE_ENV": JSON.stringify("production"),
    PRECACHED_FILES: JSON.stringify(files),
    VERSION: JSON.stringify(version),
  },
  build: {
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/worker/worker.ts",
      output: { format: "iife", entryFileNames: "sw.js" },
    },
  },
});

/** Writes the list beside the manifest, for those who measure it (bench/bytes.mjs). */
function listPrecachedFiles(): Plugin {
  return {
    name: "pulsen:list-precached-files",
    writeBundle: () => writeFileSync(join(DIST, ".vite/precache.json"), JSON.stringify({ version, files })),
  };
}
