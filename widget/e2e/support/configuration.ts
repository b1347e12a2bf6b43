import { devices, type PlaywrightTestConfig } from "@playwright/test";

const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium, with further arguments: the tests download no browser. */
export const chromium = (...args: string[]) => ({
  launchOptions: {
    executablePath: process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium",
    args: [...ARGS, ...args],
  },
});

export const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };

/** What all tests in a browser run with. */
export const common = {
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker has a server with a database of its own.
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try hides a defect.
  retries: 0,
  forbidOnly: process.env.CI === "true",
  reporter: [["list"]],
  // They end what hangs; no test is about them. A busy machine needs a minute for what an idle one does in seconds.
  timeout: 300_000,
  expect: { timeout: 30_000 },
} satisfies PlaywrightTestConfig;
