import { defineConfig, devices } from "@playwright/test";

/** Debian's Chromium: the tests download no browser. */
const chromium = {
  ...devices["Desktop Chrome"],
  launchOptions: {
    executablePath: process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  },
};

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  // Each worker has a server with a database of its own.
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try hides a defect.
  retries: 0,
  forbidOnly: process.env.CI === "true",
  reporter: [["list"]],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: "desktop", use: { ...chromium, viewport: { width: 1280, height: 800 } } },
    { name: "mobile", use: { ...chromium, viewport: { width: 375, height: 740 } }, grep: /@mobile/ },
  ],
});
