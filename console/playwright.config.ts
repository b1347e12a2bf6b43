import { defineConfig } from "@playwright/test";
import { common, desktop, headlessChromium } from "pulsen-loader/e2e";

export default defineConfig({ ...common, use: { ...common.use, ...desktop, ...headlessChromium() } });
