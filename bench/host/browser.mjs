import { PARTITIONED_STORAGE } from "pulsen-loader/e2e/browser";
import { launchBrowser as launch } from "../browser.mjs";

export const LAUNCHER = "#psn-widget-button-frame";
const VIEWPORT = { width: 1280, height: 800 };
/** The place of the launcher in a window of this size, with the demo's configuration. */
export const LAUNCHER_CENTER = [1230, 750];

export function launchBrowser() {
  return launch("--disable-background-networking", PARTITIONED_STORAGE);
}

/** Uses a new context, without cache or storage. */
export async function withContext(browser, use) {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block" });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** Uses a page in a new context. */
export function withPage(browser, use) {
  return withContext(browser, async (context) => use(await context.newPage()));
}

/** Opens a host page and waits for what is added to it. */
export async function openHost(page, { url, launcher }) {
  await page.goto(url, { waitUntil: "networkidle" });
  if (launcher) await page.locator(launcher).first().waitFor({ state: "attached" });
}

/** Returns the content frame, or the minimal React page in its place, as soon as it exists. */
export function contentFrame(page) {
  const isContent = (frame) => frame.parentFrame() && frame.url().startsWith("http");
  return (
    page.frames().find(isContent) ??
    page.waitForEvent("framenavigated", { predicate: isContent, timeout: 10_000 })
  );
}

/** Waits, in the frame's own process, for its first question. */
export function questionIn(frame) {
  return frame.waitForSelector("[data-question]", { state: "attached" });
}
