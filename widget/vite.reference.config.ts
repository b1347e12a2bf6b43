import { defineConfig } from "vite";
import { compress } from "./compress.ts";

/** Builds the page that shows the description of the HTTP interface, beside the files of the other builds. */
export default defineConfig({
  plugins: [compress()],
  publicDir: false,
  // The page is one folder deeper than the others.
  experimental: { renderBuiltUrl: (file) => `../${file}` },
  build: {
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    // One file: who opens the page needs all of it.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: "reference.html" },
  },
});
