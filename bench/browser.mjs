import { chromium } from "playwright-core";
import { CHROMIUM } from "pulsen-loader/e2e/browser";

/** Starts Chromium as all benchmarks do, with further arguments. */
export function launchBrowser(...args) {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", ...args] });
}
