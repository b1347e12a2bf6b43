import { fileURLToPath } from "node:url";
import { compressBuild } from "pulsen-loader/compress";
import { defineConfig } from "vitest/config";

export default defineConfig(({ command }) => ({
  // The server writes absolute addresses into the page, and may be below a path.
  base: command === "build" ? "./" : "/staff/",
  plugins: [compressBuild(/^index\.html$/)],
  resolve: {
    alias: {
      "check-wasm": fileURLToPath(new URL("../engine-wasm/check/pkg/check_wasm.js", import.meta.url)),
    },
  },
  build: {
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Libraries name with directives what runs in browsers: here everything does.
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: {
          groups: [
            // Libraries change less often than the console: after most updates browsers load only the other files.
            { name: "libraries", tags: ["$initial"], test: /node_modules/ },
            { name: "console", tags: ["$initial"] },
            // What React Aria draws is opened, or is in a form: the inbox and what is around it are there before.
            { name: "aria", test: /node_modules.(react-aria|react-stately|@internationalized)/ },
            // What several areas use, in one file: dozens of small ones take a browser longer than their bytes do.
            { name: "parts", minShareCount: 2, test: /node_modules|src.(ui|filter|answers|charts|session)./ },
          ],
        },
      },
    },
  },
  server: {
    // The check's files are outside this package.
    fs: { allow: [".."] },
    proxy: { "/v1": "http://127.0.0.1:8080" },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // Long enough for a busy machine that compiles modules on first use: only a hanging test reaches these.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
