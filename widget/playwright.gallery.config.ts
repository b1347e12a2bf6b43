import { defineConfig } from "@playwright/test";
import { chromium, common, desktop } from "pulsen-loader/e2e";

/** Photographs the gallery (`make gallery`). */
export default defineConfig({
  ...common,
  testMatch: "gallery/*.pictures.ts",
  use: { ...common.use, ...desktop, ...chromium() },
});
