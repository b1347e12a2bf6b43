import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    // Host pages support older browsers than the provider's own pages.
    target: "es2020",
    // The server reads this single file and inserts a widget's configuration.
    modulePreload: false,
    rolldownOptions: {
      input: "src/main.ts",
      output: { format: "iife", entryFileNames: "loader.js" },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // These limits only end tests that hang. On a busy machine the tested build takes seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
