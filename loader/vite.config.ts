import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [plainDynamicImports()],
  build: {
    // Host pages support older browsers than the provider's own pages.
    target: "es2020",
    modulePreload: false,
    // 3% smaller than by the default minifier, on every host page.
    minify: "terser",
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // These limits only end tests that hang. On a busy machine the tested build takes seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Leaves `import()` to the browser. Vite wraps it in a helper that preloads what the imported file needs itself. */
function plainDynamicImports(): Plugin {
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
