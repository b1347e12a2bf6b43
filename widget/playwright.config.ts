import { defineConfig } from "@playwright/test";
import { common, desktop, headlessChromium } from "pulsen-loader/e2e";

const mobile = { ...desktop, viewport: { width: 375, height: 740 } };

export default defineConfig({
  ...common,
  // What the gallery's tests expect assistive technology to be told.
  snapshotPathTemplate: "{testDir}/gallery/expected/{arg}{ext}",
  projects: [
    { name: "desktop", use: { ...desktop, ...headlessChromium() } },
    { name: "mobile", use: { ...mobile, ...headlessChromium() }, grep: /@mobile/ },
  ],
});
