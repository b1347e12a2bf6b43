import type { Plugin } from "vite";

/**
 * Leaves dynamic imports to the browser. Vite wraps each in a helper that preloads the imported file's own imports; here
 * these are the page's files, which are loaded already, and every link page would carry the helper.
 */
export function plainDynamicImports(): Plugin {
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
