import { defineConfig, devices } from "@playwright/test";
import { PARTITIONED_STORAGE } from "./e2e/support/browser.mjs";
import { chromium, common, desktop, headlessChromium } from "./e2e/support/playwrightConfiguration";
import type { StorageOption } from "./e2e/support/test";

const phone = { ...devices["Pixel 7"], viewport: { width: 375, height: 740 } };
const partitioned = { ...headlessChromium(PARTITIONED_STORAGE), storage: "partitioned" } as const;

/** Tests of what only the whole browser has. */
const WHOLE_BROWSER = /visitorJourney|backForwardCache/;

export default defineConfig<StorageOption>({
  ...common,
  projects: [
    { name: "desktop", use: { ...desktop, ...partitioned }, testIgnore: WHOLE_BROWSER },
    {
      name: "whole browser",
      use: { ...desktop, ...partitioned, ...chromium(PARTITIONED_STORAGE) },
      testMatch: WHOLE_BROWSER,
    },
    { name: "denied", use: { ...desktop, ...chromium(), storage: "denied" }, grep: /@denied/ },
    { name: "phone", use: { ...phone, ...partitioned }, grep: /@phone/ },
  ],
});
