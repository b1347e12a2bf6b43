import { defineConfig } from "vite";
import { compress } from "./compress.ts";

/** Builds the page that counts unread replies, with a script of its own, beside the files of the other build. */
export default defineConfig({
  plugins: [compress()],
  publicDir: false,
  // The page is one folder deeper than the others.
  experimental: { renderBuiltUrl: (file) => `../${file}` },
  build: {
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "unread.html" },
  },
});
