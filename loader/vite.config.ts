import { defineConfig } from "vitest/config";

/** Properties that only the loader's own modules read. They get short names. */
const INTERNAL_NAMES =
  /^(configuration|lifecycle|effects|opened|recorded|addressEnabled|opensWhenLoaded|focusWhenReady|contentHeight|launcherVisible|popoverVisible|frameVisible|blocksHost|fullHeight|fullPage|contentBox|releaseFocus|focusLauncher|focusFrame|postToFrame|createFrame|addSurface|sandboxed|intervals|available|afterMs|toWindow|keyboard|fields|record|identity|callback|mobile|visible)$/;

export default defineConfig({
  build: {
    // Host pages support older browsers than the provider's own pages.
    target: "es2020",
    // Each build is a single file, in which the server inserts a widget's configuration.
    modulePreload: false,
    // 3% smaller than by the default minifier, on every host page.
    minify: "terser",
    terserOptions: {
      ecma: 2020,
      toplevel: true,
      compress: { passes: 4, pure_getters: true, unsafe_arrows: true },
      mangle: { properties: { regex: INTERNAL_NAMES } },
    },
    rolldownOptions: { input: "src/main.ts" },
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // These limits only end tests that hang. On a busy machine the tested build takes seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
