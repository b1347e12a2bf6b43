import { defineConfig } from "@playwright/test";
import { common } from "./e2e/support/playwrightConfiguration";

/** Playwright runs these tests, but drives no browser in them. */
export default defineConfig({ ...common, testDir: "e2e-firefox", workers: 1 });
