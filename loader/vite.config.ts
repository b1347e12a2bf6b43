import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    // What runs on host pages is written for older browsers than our own pages are.
    target: "es2020",
    // The server reads this one file and bakes a widget's configuration into it.
    modulePreload: false,
    rolldownOptions: {
      input: "src/main.ts",
      output: { format: "iife", entryFileNames: "loader.js" },
    },
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Ends what hangs; no test is about it. A busy machine needs seconds for the build that is looked at.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
