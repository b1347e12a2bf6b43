import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { compress } from "./compress.ts";
import { bootFromExamples } from "./dev/bootFromExamples.ts";
import { nameDrawing } from "./nameDrawing.ts";

export default defineConfig({
  plugins: [plainDynamicImports(), nameDrawing(), compress(), bootFromExamples()],
  resolve: {
    alias: { "engine-wasm": fileURLToPath(new URL("../engine-wasm/pkg/engine_wasm.js", import.meta.url)) },
  },
  build: {
    // The server reads it to know which files a page needs.
    manifest: true,
    modulePreload: { polyfill: false },
    // What every page runs is two files. By itself the bundler would cut out what the later files share with them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"], priority: 1 },
            { name: "drawing", test: /src\/drawing\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // The engine's files lie beside this package.
    fs: { allow: [".."] },
    proxy: {
      "/v1": "http://127.0.0.1:8080",
      "/socket.io": { target: "http://127.0.0.1:8080", ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // Ends what hangs; no test is about it. A busy machine needs seconds for what is compiled when it is first asked for.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

/**
 * Leaves dynamic imports to the browser. Vite wraps each in a helper that first adds links for what the file itself
 * imports; here these are the page's own files, which are there already, and every link page would carry the helper.
 */
function plainDynamicImports(): Plugin {
  return {
    name: "pulsen:plain-dynamic-imports",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}
