import { join } from "node:path";
import { devices, type PlaywrightTestConfig } from "@playwright/test";
import { CHROMIUM, HEADLESS_CHROMIUM } from "./browser.mjs";

const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the launch options for Chromium without windows, with further arguments. */
export const headlessChromium = (...args: string[]) => ({
  launchOptions: { executablePath: HEADLESS_CHROMIUM, args: [...ARGS, ...args] },
});

/** Returns the launch options for the whole Chromium, with further arguments. */
export const chromium = (...args: string[]) => ({
  launchOptions: { executablePath: CHROMIUM, args: [...ARGS, ...args] },
});

export const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };

/** The settings of all browser tests. */
export const common = {
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker has a server with its own database.
  fullyParallel: true,
  // Pages wait a third of the time, so twice as many as a small machine has cores keep it busy.
  workers: 4,
  // A test that passes only on the second attempt hides a defect.
  retries: 0,
  forbidOnly: process.env.CI === "true",
  reporter: [["list"], [join(import.meta.dirname, "criteriaReporter.ts")]],
  // These limits only end tests that hang. A busy machine takes a minute for what an idle one does in seconds.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // Tests look at the requests of pages, which a worker would make instead of them. Those of the worker allow it.
    serviceWorkers: "block",
    // A page that scrolls to the next question could carry it away between the press and the release of the mouse. The
    // walks through the whole widget and page are with motion.
    reducedMotion: "reduce",
  },
} satisfies PlaywrightTestConfig;
