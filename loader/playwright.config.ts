import { defineConfig, devices } from "@playwright/test";
import { chromium, common, desktop } from "../widget/e2e/support/configuration";
import type { StorageOption } from "./e2e/support/test";

// Playwright's own list switches off the partitioning of storage; a third party's frame then has none at all. This
// one takes that list's place and leaves the partitioning as visitors have it.
const PARTITIONED =
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints";

const phone = { ...devices["Pixel 7"], viewport: { width: 375, height: 740 } };

export default defineConfig<StorageOption>({
  ...common,
  projects: [
    { name: "desktop", use: { ...desktop, ...chromium(PARTITIONED), storage: "partitioned" } },
    { name: "denied", use: { ...desktop, ...chromium(), storage: "denied" }, grep: /@denied/ },
    { name: "phone", use: { ...phone, ...chromium(PARTITIONED), storage: "partitioned" }, grep: /@phone/ },
  ],
});
