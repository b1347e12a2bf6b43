import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compress } from "./compress.ts";
import { bootFromExamples } from "./dev/bootFromExamples.ts";
import { languageParts } from "./languageParts.ts";
import { plainDynamicImports } from "./plainDynamicImports.ts";
import { preloadRenderer } from "./preloadRenderer.ts";
import { prerenderData } from "./prerenderData.ts";
import { slimEngineLoader } from "./slimEngineLoader.ts";

export default defineConfig({
  // The server may be below a path.
  base: "./",
  plugins: [
    plainDynamicImports(),
    languageParts(),
    slimEngineLoader(),
    preloadRenderer(),
    compress(),
    bootFromExamples(),
    prerenderData(),
  ],
  resolve: {
    alias: { "engine-wasm": fileURLToPath(new URL("../engine-wasm/pkg/engine_wasm.js", import.meta.url)) },
  },
  build: {
    // The server reads the manifest to know which files a page needs.
    manifest: true,
    // 2% smaller than by the default minifier, without React.
    minify: "terser",
    terserOptions: { module: true, ecma: 2022, compress: { passes: 3, pure_getters: true, inline: 1 } },
    modulePreload: {
      polyfill: false,
      // Dynamic imports are left to the browser: see `plainDynamicImports`.
      resolveDependencies: (_url, files, { hostType }) => (hostType === "js" ? [] : files),
    },
    rolldownOptions: {
      // The server adds the dark colors to pages that may be dark.
      input: { index: "index.html", dark: "src/styles/dark.css" },
      // Every page runs two files. Left alone, the bundler would split off what later files share with them.
      output: {
        codeSplitting: {
          groups: [
            { name: "page", tags: ["$initial"], test: /^(?!.*dark\.css$)/, priority: 1 },
            { name: "render", test: /src\/render\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // The engine's files are outside this package.
    fs: { allow: [".."] },
    proxy: {
      "/v1": "http://127.0.0.1:8080",
      "/socket.io": { target: "http://127.0.0.1:8080", ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // Long enough for a busy machine that compiles modules on first use: only a hanging test reaches these.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
