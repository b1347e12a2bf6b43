import { defineConfig } from "vite";

/** The scripts, and the files that they become. */
const SCRIPTS = {
  page: ["src/takeover/early.ts", "early.js"],
  frame: ["src/frame/earlyFrame.ts", "early-frame.js"],
} as const;

/**
 * Builds a script that stands in pages with the HTML of their first view, beside the files of the other build: that of link pages, or
 * with `--mode frame` that of the content frame. Not in `assets/`: the server writes it into the page.
 */
export default defineConfig(({ mode }) => {
  const [input, file] = SCRIPTS[mode === "frame" ? "frame" : "page"];
  return {
    publicDir: false,
    build: {
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: "iife", entryFileNames: file } },
    },
  };
});
