import { defineConfig } from "vite";

/**
 * Builds the script that stands in pages with the HTML of their first view (`src/takeover/early.ts`), beside the files of the other
 * build. Not in `assets/`: the server writes it into the page.
 */
export default defineConfig({
  publicDir: false,
  build: {
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/takeover/early.ts",
      output: { format: "iife", entryFileNames: "early.js" },
    },
  },
});
