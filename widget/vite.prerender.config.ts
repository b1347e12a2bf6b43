import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { plainDynamicImports } from "./plainDynamicImports.ts";
import { prerenderData } from "./prerenderData.ts";

/**
 * Builds the script that renders first views in the server (`src/prerender/`), beside the files of the other build. Not in
 * `assets/`: browsers do not get it.
 */
export default defineConfig({
  plugins: [plainDynamicImports(), withoutDynamicImports(), prerenderData()],
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: {
    alias: {
      // The part without streams, which need more of a browser than the engine has.
      "react-dom/server": fileURLToPath(
        new URL(
          "../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
          import.meta.url,
        ),
      ),
      // What the page is styled by is part of the result.
      "../theme/adoptStyles": fileURLToPath(new URL("src/prerender/adoptStyles.ts", import.meta.url)),
    },
  },
  build: {
    emptyOutDir: false,
    modulePreload: false,
    target: "es2020",
    rolldownOptions: {
      input: "src/prerender/index.ts",
      output: { format: "iife", entryFileNames: "prerender.js", codeSplitting: false },
    },
  },
});

/** Leaves out what is loaded after the first view. */
function withoutDynamicImports(): Plugin {
  const id = "\0pulsen:not-in-first-views";
  return {
    name: "pulsen:without-dynamic-imports",
    enforce: "pre",
    resolveDynamicImport: () => id,
    load: { filter: { id: /pulsen:not-in-first-views$/ }, handler: () => "export {};" },
  };
}
