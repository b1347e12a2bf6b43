import { defineConfig, devices } from "@playwright/test";
import type { StorageOption } from "./e2e/support/test";

const ARGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Debian's Chromium: the tests download no browser. */
const chromium = (...args: string[]) => ({
  launchOptions: {
    executablePath: process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium",
    args: [...ARGS, ...args],
  },
});

// Playwright's own list switches off the partitioning of storage; a third party's frame then has none at all. This
// one takes that list's place and leaves the partitioning as visitors have it.
const PARTITIONED =
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints";

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };
const phone = { ...devices["Pixel 7"], viewport: { width: 375, height: 740 } };

export default defineConfig<StorageOption>({
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
    { name: "desktop", use: { ...desktop, ...chromium(PARTITIONED), storage: "partitioned" } },
    { name: "denied", use: { ...desktop, ...chromium(), storage: "denied" }, grep: /@denied/ },
    { name: "phone", use: { ...phone, ...chromium(PARTITIONED), storage: "partitioned" }, grep: /@phone/ },
  ],
});
